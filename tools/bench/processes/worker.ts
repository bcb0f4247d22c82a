import dns from 'node:dns';
import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod/v4';

import { Engine } from '../../engine';
import { answerQuestions } from '../child';
import { contacts, register } from '../registrations';
import { networkName } from '../service';
import { lookUpsOf, type NetworkName, networks } from '../simulation/network';

const question = z.union([
	z.literal('load'),
	z.object({
		credential: z.record(z.string(), z.union([z.string(), z.number()])),
		count: z.number(),
		domain: z.string(),
		network: networkName.optional(),
	}),
]);

let engine: Engine | undefined;

// Returns how many seconds the registrations took.
answerQuestions(async (asked) => {
	const task = question.parse(asked);
	engine ??= await Engine.load();
	if (task === 'load') return 'loaded';
	if (task.network) delayLookUps(task.network);
	const startedAt = performance.now();
	await register(engine, contacts(task.count, task.domain), task.credential);
	return (performance.now() - startedAt) / 1000;
});

/** Delays DNS look-ups, which Node.js makes for each connection. */
function delayLookUps(network: NetworkName): void {
	const { lookup } = dns;
	const takes = lookUpsOf(networks[network], Math.random);
	dns.lookup = Object.assign((...asked: unknown[]) => {
		void wait(takes(performance.now())).then(() => void Reflect.apply(lookup, dns, asked));
	}, lookup);
}
