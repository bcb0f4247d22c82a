import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

const FOLDER = join(__dirname, '../fixtures/publicExamples');

const read = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

const webhook = z.object({
	headers: z.record(z.string(), z.string()),
	body: z.looseObject({
		trigger: z.string(),
		lead: z.looseObject({ email: z.string() }),
	}),
	otherTriggers: z.array(z.string()),
});

/** Returns an example request of the service's webhook, and the events that it reports. */
export function exampleWebhook() {
	const { headers, body, otherTriggers } = webhook.parse(read('webhook.json'));
	return { headers, body, triggers: [body.trigger, ...otherTriggers] };
}

const thankYouPage = z.object({ query: z.record(z.string(), z.string()) });

/** Returns example query parameters of a thank-you page. */
export function exampleThankYouQuery(): Record<string, string> {
	return thankYouPage.parse(read('thank-you-page.json')).query;
}
