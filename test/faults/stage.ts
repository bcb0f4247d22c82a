import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { indexOf, sandboxCredential } from '../../tools/engine/parameters';
import { type CallTarget, type Sandbox, startSandbox } from '../../sandbox';
import type { TestEngine } from '../support/engine';

/** A sandbox account for one operation, in which one fault after another is set. */
export interface Stage {
	engine: TestEngine;
	sandbox: Sandbox;
	credential: ICredentialDataDecryptedObject;
}

/** The result of an operation. */
export interface OperationResult {
	/** The error of each item, as the user reads it. Undefined for an item that succeeded. */
	errors: Array<string | undefined>;
	/** The output of each item. */
	outputs: IDataObject[][];
	hints: string[];
	/** Everything that n8n or a caller receives. */
	everything: unknown;
}

/** Contact data of all people in these tests. Hints and logs must not contain it. */
export const contact = { name: 'Xaveria Quisenberry', mailbox: 'xaveria.quisenberry', phone: '2079460018' };

/** Returns an API key with characters that JSON, URLs and forms encode differently. */
const apiKeyNumber = (number: number) => `fault/key+${number}=`.padEnd(64, 'Zw9?~_7/e+');

let stages = 0;

/** Starts a sandbox for an operation. @param now returns the service's time, in milliseconds since 1970 */
export async function newStage(engine: TestEngine, now: () => number): Promise<Stage> {
	const sandbox = await startSandbox({ apiKey: apiKeyNumber(++stages), callsPerSecond: Infinity, now });
	return { engine, sandbox, credential: sandboxCredential(sandbox) };
}

/** Runs the node on items. */
export async function runOnItems(
	{ engine, credential }: Stage,
	parameters: INodeParameters,
	items: IDataObject[],
): Promise<OperationResult> {
	const run = await engine.run({ parameters, items, credential, onError: 'continueRegularOutput' });
	const outputs = items.map((_, index) =>
		run.output.filter((output) => indexOf(output) === index).map(({ json }) => json),
	);
	return {
		errors: outputs.map(([first]) => (typeof first?.error === 'string' ? first.error : undefined)),
		outputs,
		hints: run.hints,
		everything: run,
	};
}

/** Runs a list, a poll or another operation without items, which succeeds or throws as a whole. */
export async function runWithoutItems(operation: () => Promise<unknown>): Promise<OperationResult> {
	try {
		const result = await operation();
		return {
			errors: [undefined],
			outputs: [[{ result: JSON.stringify(result) }]],
			hints: [],
			everything: result,
		};
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		const description = 'description' in error ? error.description : undefined;
		return {
			errors: [joinSentences(error.message, description)],
			outputs: [],
			hints: [],
			everything: error,
		};
	}
}

/** Joins a message and a description as in the output of a failed item. */
export function joinSentences(...texts: unknown[]): string {
	return texts.filter(Boolean).join('. ').replaceAll('.. ', '. ');
}

/** Counts the requests to an endpoint, or those about one webinar. */
export function countRequests({ sandbox }: Stage, { operation, webinarId }: CallTarget): number {
	const requests = sandbox.calls.filter((request) => request.operation === operation);
	const ofWebinar = requests.filter(({ parameters }) => parameters.webinar_id === String(webinarId));
	return webinarId === undefined ? requests.length : ofWebinar.length;
}
