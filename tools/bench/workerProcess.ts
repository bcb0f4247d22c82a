import { z } from 'zod/v4';

import { Engine } from '../engine';
import { respondWith } from './childProcess';
import { contacts, registerContacts } from './registerContacts';

const request = z.union([
	z.literal('load'),
	z.object({
		credential: z.record(z.string(), z.union([z.string(), z.number()])),
		count: z.number(),
		domain: z.string(),
	}),
]);

let engine: Engine | undefined;

// Responds with the seconds that the registrations took.
respondWith(async (message) => {
	const task = request.parse(message);
	engine ??= await Engine.load();
	if (task === 'load') return 'loaded';
	const startedAt = performance.now();
	await registerContacts(engine, contacts(task.count, task.domain), task.credential);
	return (performance.now() - startedAt) / 1000;
});
