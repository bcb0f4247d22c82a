import { z } from 'zod/v4';

import { Engine } from '../engine';
import { byId } from '../engine/parameters';

const request = z.object({
	credential: z.record(z.string(), z.union([z.string(), z.number()])),
	emails: z.array(z.string()),
});

/** Registers each item's email address for one live webinar. */
const parameters = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: 'Ann',
	email: '={{ $json.email }}',
};

const loading = Engine.load();

/** Registers contacts in one execution of the built node in n8n's engine. */
async function register(message: unknown): Promise<void> {
	const { credential, emails } = request.parse(message);
	const items = emails.map((email) => ({ email }));
	await (await loading).run({ parameters, items, credential, onError: 'continueRegularOutput' });
	process.send?.('registered');
}

process.on('message', (message) => void register(message));
process.on('disconnect', () => process.exit());
