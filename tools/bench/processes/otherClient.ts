import { request } from 'undici';
import { z } from 'zod/v4';

import { answerQuestions } from '../child';

const question = z.object({ url: z.string(), apiKey: z.string(), callsPerSecond: z.number() });

/** Calls the service at a steady rate until it is stopped: a client without coordination and retries. */
answerQuestions(async (asked) => {
	const { url, apiKey, callsPerSecond } = question.parse(asked);
	await list(url, apiKey);
	setInterval(() => void list(url, apiKey).catch(() => undefined), 1000 / callsPerSecond);
	return 'calling';
});

async function list(url: string, apiKey: string): Promise<void> {
	const { body } = await request(`${url}/live/webinars`, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({ api_key: apiKey }).toString(),
	});
	await body.dump();
}
