import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../../engine';
import { bareNode } from '../bareNode';
import { answerQuestions } from '../child';
import { liftLimit } from '../liftLimit';
import { NO_LIMIT } from '../limits';
import { contacts, register } from '../registrations';
import { Service } from '../service';

const ITEMS = 2000;
const ROUNDS = 5;

/** Alternates between the nodes, so that other load on the machine affects all of them. */
answerQuestions(async () => {
	liftLimit();
	const engine = await Engine.load();
	const service = await Service.start({ latencyMs: 0, callsPerSecond: NO_LIMIT });
	const { credential } = service;
	const items = contacts(ITEMS);
	const runBare = (readsAddress: boolean, parameters: INodeParameters) => {
		const nodeType = bareNode(engine.nodeType, credential.baseUrl, readsAddress);
		return engine.run({ nodeType, parameters, items, credential });
	};
	const times = { node: [] as number[], bare: [] as number[], bareRead: [] as number[] };
	for (let round = 0; round <= ROUNDS; round++) {
		times.node.push(await timePerItem(() => register(engine, items, credential)));
		times.bareRead.push(await timePerItem(() => runBare(true, { email: '={{ $json.email }}' })));
		times.bare.push(await timePerItem(() => runBare(false, {})));
	}
	const { registered } = await service.stop();
	// The first round is a warm-up.
	const nodeMs = median(times.node.slice(1));
	const bareMs = median(times.bare.slice(1));
	const bareReadMs = median(times.bareRead.slice(1));
	const lost = ITEMS * 3 * (ROUNDS + 1) - registered.length;
	return { timesBare: nodeMs / bareMs, timesBareRead: nodeMs / bareReadMs, nodeMs, bareMs, bareReadMs, lost };
});

async function timePerItem(run: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await run();
	return (performance.now() - startedAt) / ITEMS;
}

function median(values: number[]): number {
	return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
