import { z } from 'zod/v4';

import { Engine } from '../engine';
import { byId } from '../engine/parameters';
import { respondWith } from './childProcess';

const request = z.object({
	credential: z.record(z.string(), z.union([z.string(), z.number()])),
	count: z.number(),
	domain: z.string(),
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

// Registers contacts in one execution of the built node in n8n's engine.
respondWith(async (message) => {
	const { credential, count, domain } = request.parse(message);
	const items = Array.from({ length: count }, (_, index) => ({ email: `contact${index}@${domain}` }));
	await (await loading).run({ parameters, items, credential, onError: 'continueRegularOutput' });
	return 'registered';
});
