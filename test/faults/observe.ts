import { stringify } from 'flatted';

import type { Surroundings } from './bytes';
import { busyElsewhere, type Operation } from './operations';
import { type Outcome, TRIES } from './outcomes';
import { type Attempt, countRequests, sentences, type Stage } from './stage';
import type { Fault } from './table';
import { words } from './words';

/** Numbers and tokens that differ for each registrant. */
const NEW_EACH_TIME = /[0-9a-f]{16}|\d{4,}/g;

const MANY = 10;

const PROCESS_REMAINING = 'To process the remaining items, set On Error to Continue (using error output).';

/** The observed effect of a fault on an operation. */
export interface Observation {
	/** The error of each item, as the user reads it; undefined for an item that succeeds. */
	errors: Array<string | undefined>;
	/** The output of the other items. */
	others: string[];
	/** The number of requests that arrived for the item with the fault. */
	requests: Outcome['requests'];
	/** How often the service performed the write. Undefined for a read. */
	done: number | undefined;
}

/** Runs an operation with a fault. */
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
		typeof fault.effect === 'function' ? fault.effect({ ...surroundings, apiKey }) : fault.effect;
	if (effect) sandbox.fail({ ...effect, ...operation.spoiled });
	const direct = fault.host ? hosts.addresses[fault.host] : url;
	const baseUrl = fault.isSecure ? await hosts.secure(url) : direct;
	const others = fault.isBusy && busyElsewhere(stage);
	const attempt = await operation.attempt({ ...stage, credential: { ...stage.credential, baseUrl } });
	expect((await others)?.errors.filter(Boolean) ?? []).toEqual([]);
	const requests = countRequests(stage, operation.spoiled);
	const seen: Observation = {
		errors: attempt.errors,
		others: othersOf(operation, fault, attempt),
		requests: requests > MANY ? 'many' : requests,
		done: operation.done?.(stage),
	};
	// n8n stores executions in the format of `stringify`.
	return { seen, hints: attempt.hints, all: [attempt, stringify(attempt.all)] };
}

/** Returns the expected effect of a fault on an operation. */
export function expected(operation: Operation, fault: Fault, unspoiled: Attempt): Observation {
	const { error, requests } = outcomeOf(operation, fault);
	const text = error && sentences(error.message, error.description);
	const isDone = !fault.host && (error === undefined || fault.acts);
	return {
		errors: unspoiled.errors.map((_, item) => (concerns(operation, fault, item) ? text : undefined)),
		others: othersOf(operation, fault, unspoiled),
		requests,
		done: operation.done && (isDone ? 1 : 0),
	};
}

/** Returns the expected errors if the first failing item ends the run. */
export function expectedStop(operation: Operation, fault: Fault): Array<string | undefined> | undefined {
	const { error } = outcomeOf(operation, fault);
	if (!error) return undefined;
	const failingItem = fault.host || operation.victim === 'all' ? 0 : operation.victim;
	return Array.from({ length: failingItem + 1 }, (_, item) =>
		item === failingItem ? sentences(error.message, error.description, PROCESS_REMAINING) : undefined,
	);
}

function outcomeOf({ first, spoiled, isOnce }: Operation, fault: Fault): Outcome {
	const outcome = fault.outcome(words[fault.host ? first : spoiled.operation]);
	return isOnce && outcome.requests === TRIES ? { ...outcome, requests: 1 } : outcome;
}

function concerns({ victim }: Operation, { host }: Fault, item: number): boolean {
	return host !== undefined || victim === 'all' || victim === item;
}

function othersOf(operation: Operation, fault: Fault, { outputs }: Attempt): string[] {
	return outputs
		.filter((_, item) => !concerns(operation, fault, item))
		.map((output) => JSON.stringify(output).replaceAll(NEW_EACH_TIME, '#'));
}
