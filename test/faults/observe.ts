import { stringify } from 'flatted';

import type { Surroundings } from './bytes';
import { busyElsewhere, type Operation } from './operations';
import { type Outcome, TRIES } from './outcomes';
import { type Attempt, countCalls, sentences, type Stage } from './stage';
import type { Fault } from './table';
import { words } from './words';

/** Numbers and tokens of new registrants. */
const NEW_EACH_TIME = /[0-9a-f]{16}|\d{4,}/g;

const MANY = 10;

const PROCESS_REMAINING = 'To process the remaining items, set On Error to Continue (using error output).';

/** What a fault did to an operation. */
export interface Observation {
	/** What the user reads, by item; undefined of items that succeed. */
	told: Array<string | undefined>;
	/** The output of the items that the fault does not concern. */
	others: string[];
	/** Calls that arrived for the item concerned. */
	calls: Outcome['calls'];
	/** How often the service did what was asked for; of writes only. */
	done: number | undefined;
}

/** Lets an operation meet a fault. */
export async function meet(
	operation: Operation,
	stage: Stage,
	fault: Fault,
	surroundings: Omit<Surroundings, 'apiKey'>,
): Promise<{ seen: Observation; hints: string[]; all: unknown }> {
	const { sandbox } = stage;
	const { apiKey, url } = sandbox;
	const { hosts } = surroundings;
	sandbox.reset();
	operation.begin?.(stage);
	const effect =
		typeof fault.answers === 'function' ? fault.answers({ ...surroundings, apiKey }) : fault.answers;
	if (effect) sandbox.fail({ ...effect, ...operation.spoiled });
	const direct = fault.host ? hosts.addresses[fault.host] : url;
	const baseUrl = fault.isSecure ? await hosts.secure(url) : direct;
	const others = fault.isBusy && busyElsewhere(stage);
	const attempt = await operation.attempt({ ...stage, credential: { ...stage.credential, baseUrl } });
	expect((await others)?.told.filter(Boolean) ?? []).toEqual([]);
	const calls = countCalls(stage, operation.spoiled);
	const seen: Observation = {
		told: attempt.told,
		others: othersOf(operation, fault, attempt),
		calls: calls > MANY ? 'many' : calls,
		done: operation.done?.(stage),
	};
	// Also as n8n stores it.
	return { seen, hints: attempt.hints, all: [attempt, stringify(attempt.all)] };
}

/** What the fault is to do, by its kind and by what the call is for. */
export function expected(operation: Operation, fault: Fault, unspoiled: Attempt): Observation {
	const { told, calls } = outcomeOf(operation, fault);
	const text = told && sentences(told.message, told.description);
	const isDone = !fault.host && (told === undefined || fault.acts);
	return {
		told: unspoiled.told.map((_, item) => (concerns(operation, fault, item) ? text : undefined)),
		others: othersOf(operation, fault, unspoiled),
		calls,
		done: operation.done && (isDone ? 1 : 0),
	};
}

/** What the user reads when the first failing item ends the run. */
export function expectedStop(operation: Operation, fault: Fault): Array<string | undefined> | undefined {
	const { told } = outcomeOf(operation, fault);
	if (!told) return undefined;
	const at = fault.host || operation.victim === 'all' ? 0 : operation.victim;
	return Array.from({ length: at + 1 }, (_, item) =>
		item === at ? sentences(told.message, told.description, PROCESS_REMAINING) : undefined,
	);
}

function outcomeOf({ first, spoiled, isOnce }: Operation, fault: Fault): Outcome {
	const outcome = fault.outcome(words[fault.host ? first : spoiled.operation]);
	return isOnce && outcome.calls === TRIES ? { ...outcome, calls: 1 } : outcome;
}

function concerns({ victim }: Operation, { host }: Fault, item: number): boolean {
	return host !== undefined || victim === 'all' || victim === item;
}

function othersOf(operation: Operation, fault: Fault, { outputs }: Attempt): string[] {
	return outputs
		.filter((_, item) => !concerns(operation, fault, item))
		.map((output) => JSON.stringify(output).replaceAll(NEW_EACH_TIME, '#'));
}
