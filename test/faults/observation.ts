import { stringify } from 'flatted';

import { ATTEMPTS_OF_A_READ, LIST_WITHOUT_RESPONSE, TIMED_OUT, type ItemResult } from './expectations';
import type { Operation } from './operations';
import { requestTexts } from './requestTexts';
import type { Surroundings } from './responseWriters';
import { countRequests, joinSentences, type OperationResult, type Stage } from './stage';
import type { Fault } from './table';

/** Numbers and tokens that differ for each registrant. */
const NEW_EACH_TIME = /[0-9a-f]{16}|\d{4,}/g;

/** Above this number, requests are not counted exactly. */
const MAX_COUNTED = 10;

/** The effect of a fault on an operation. */
interface Observation {
	/** The error of each item, as the user reads it. Undefined for an item that succeeds. */
	errors: Array<string | undefined>;
	/** The output of the items without the fault. */
	otherOutputs: string[];
	/** The number of requests that arrived for the item with the fault. */
	requests: ItemResult['requests'];
	/** How often the service performed the write. Undefined for a read. */
	writes: number | undefined;
}

/** Runs an operation with a fault. */
export async function runWithFault(
	operation: Operation,
	stage: Stage,
	fault: Fault,
	surroundings: Omit<Surroundings, 'apiKey'>,
): Promise<{ observation: Observation; hints: string[]; everything: unknown }> {
	const { sandbox } = stage;
	sandbox.reset();
	operation.prepare?.(stage);
	const effect =
		typeof fault.effect === 'function'
			? fault.effect({ ...surroundings, apiKey: sandbox.apiKey })
			: fault.effect;
	if (effect) sandbox.fail({ ...effect, ...operation.faultyRequests });
	const baseUrl = fault.host ? surroundings.hosts.urls[fault.host] : sandbox.url;
	const result = await operation.run({ ...stage, credential: { ...stage.credential, baseUrl } });
	const requests = countRequests(stage, operation.faultyRequests);
	const observation: Observation = {
		errors: result.errors,
		otherOutputs: otherOutputs(operation, fault, result),
		requests: requests > MAX_COUNTED ? 'many' : requests,
		writes: operation.countWrites?.(stage),
	};
	// n8n stores executions in the format of `stringify`.
	return { observation, hints: result.hints, everything: [result, stringify(result.everything)] };
}

/** Returns the expected effect of a fault. @param undisturbed the result without the fault */
export function expectedObservation(
	operation: Operation,
	fault: Fault,
	undisturbed: OperationResult,
): Observation {
	const { error, requests } = expectedResult(operation, fault);
	const text = error && joinSentences(error.message, error.description);
	const hasActed = !fault.host && (error === undefined || fault.serviceActs);
	return {
		errors: undisturbed.errors.map((_, item) => (hasFault(operation, fault, item) ? text : undefined)),
		otherOutputs: otherOutputs(operation, fault, undisturbed),
		requests,
		writes: operation.countWrites && (hasActed ? 1 : 0),
	};
}

function expectedResult(operation: Operation, fault: Fault): ItemResult {
	const { firstRequest, faultyRequests, isSentOnce, isList, looksUpAfterwards } = operation;
	const result = fault.expected(requestTexts[fault.host ? firstRequest : faultyRequests.operation]);
	const isUnclear = result.error?.message.startsWith('The person may have been registered, but ');
	if (looksUpAfterwards && fault.serviceActs && isUnclear) return { requests: result.requests };
	if (isList && result.error?.message.endsWith(TIMED_OUT)) {
		return { error: LIST_WITHOUT_RESPONSE, requests: 1 };
	}
	const isRepeated = result.requests === ATTEMPTS_OF_A_READ;
	return isRepeated && isSentOnce ? { ...result, requests: 1 } : result;
}

function hasFault({ failingItem }: Operation, { host }: Fault, item: number): boolean {
	return host !== undefined || failingItem === item;
}

function otherOutputs(operation: Operation, fault: Fault, { outputs }: OperationResult): string[] {
	return outputs
		.filter((_, item) => !hasFault(operation, fault, item))
		.map((output) => JSON.stringify(output).replaceAll(NEW_EACH_TIME, '#'));
}
