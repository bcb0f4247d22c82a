import { Engine } from '../../engine';
import { bareNode } from '../bareNode';
import { answerQuestions } from '../child';
import { liftLimit } from '../liftLimit';
import { NO_LIMIT } from '../limits';
import { contacts, register } from '../registrations';
import { Service } from '../service';

const ITEMS = 2000;
const ROUNDS = 5;

/** Takes turns, so that what disturbs the machine disturbs both. */
answerQuestions(async () => {
	liftLimit();
	const engine = await Engine.load();
	const service = await Service.start({ latencyMs: 0, callsPerSecond: NO_LIMIT });
	const { credential } = service;
	const nodeType = bareNode(engine.nodeType, credential.baseUrl);
	const items = contacts(ITEMS);
	const withNode: number[] = [];
	const bare: number[] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		withNode.push(await timePerItem(() => register(engine, items, credential)));
		bare.push(await timePerItem(() => engine.run({ nodeType, parameters: {}, items, credential })));
	}
	const { registered } = await service.stop();
	return {
		// The first round loads and compiles.
		nodeMs: median(withNode.slice(1)),
		bareMs: median(bare.slice(1)),
		missing: ITEMS * 2 * (ROUNDS + 1) - registered.length,
	};
});

async function timePerItem(run: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await run();
	return (performance.now() - begun) / ITEMS;
}

function median(values: number[]): number {
	return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
