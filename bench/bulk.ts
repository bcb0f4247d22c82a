import type { Engine } from '../engine';
import { byId, sandboxCredential } from '../engine/parameters';
import { startSandbox } from '../sandbox';

/** The service's limit, which the sandbox keeps. */
const CALLS_PER_SECOND = 20;

export interface BulkFigures {
	scenario: string;
	contacts: number;
	latencyMs: number;
	seconds: number;
	/** The least possible time over the time taken: 1 is the physical limit. */
	ofLimit: number;
	/** Calls refused as one too many. */
	refused: number;
	/** Contacts that were not registered. */
	lost: number;
	/** Registrations beyond the first of a contact. */
	doubled: number;
	/** Whether the output has the order of the input. */
	inOrder: boolean;
}

/** Registers contacts to one session of a live webinar, in one execution. */
export async function bulk(engine: Engine, contacts: number, latencyMs: number): Promise<BulkFigures> {
	const sandbox = await startSandbox({ latencyMs, callsPerSecond: CALLS_PER_SECOND });
	const items = Array.from({ length: contacts }, (_, index) => ({ email: `contact${index}@example.com` }));
	const begun = performance.now();
	const { output } = await engine.run({
		parameters: {
			resource: 'live',
			operation: 'register',
			webinarId: byId(1),
			firstName: 'Ann',
			email: '={{ $json.email }}',
		},
		items,
		credential: { ...sandboxCredential(sandbox), callsPerSecond: CALLS_PER_SECOND },
		onError: 'continueRegularOutput',
	});
	const seconds = (performance.now() - begun) / 1000;
	await sandbox.close();

	const registered = sandbox.registrants.map(({ email }) => email);
	const different = new Set(registered).size;
	// The webinar is read before the contacts, so that they are calls 1 to n; the n-th cannot count earlier than one
	// second for each 20 calls before it.
	const least = Math.floor(contacts / CALLS_PER_SECOND) + latencyMs / 1000;
	return {
		scenario: `bulk-${latencyMs}ms`,
		contacts,
		latencyMs,
		seconds: rounded(seconds),
		ofLimit: rounded(least / seconds),
		refused: sandbox.calls.filter(({ status }) => status === 429).length,
		lost: contacts - different,
		doubled: registered.length - different,
		inOrder: output.every(({ json }, index) => json.email === items[index]?.email),
	};
}

function rounded(value: number): number {
	return Math.round(value * 1000) / 1000;
}
