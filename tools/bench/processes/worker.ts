import { z } from 'zod/v4';

import { Engine } from '../../engine';
import { answerQuestions } from '../child';
import { contacts, register } from '../registrations';

const question = z.union([
	z.literal('load'),
	z.object({
		credential: z.record(z.string(), z.union([z.string(), z.number()])),
		count: z.number(),
		domain: z.string(),
	}),
]);

let engine: Engine | undefined;

answerQuestions(async (asked) => {
	const task = question.parse(asked);
	engine ??= await Engine.load();
	if (task === 'load') return 'loaded';
	const startedAt = performance.now();
	await register(engine, contacts(task.count, task.domain), task.credential);
	return (performance.now() - startedAt) / 1000;
});
