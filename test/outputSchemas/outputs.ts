import { Settings } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, sandboxCredential } from '../../tools/engine/parameters';
import { operations } from '../../nodes/WebinarAccount/operations';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';
import { events } from '../../nodes/WebinarAccount/trigger/events';
import { type Sandbox, startSandbox } from '../../sandbox';
import { TestEngine } from '../support/engine';

/** A webinar of the sandbox that takes everybody. */
const OPEN_WEBINAR: Record<ProductName, number> = { live: 1, automated: 101 };
/** The just-in-time schedule of the open automated webinar. */
const JUST_IN_TIME = 1012;
/** The schedule of the open webinar that has a date. */
const SCHEDULE: Record<ProductName, number> = { live: 11, automated: 1013 };
const ZONE = 'Europe/London';
/** A fixed time, because some members depend on it. */
const now = () => Date.parse('2026-03-02T12:00:00Z');
const contact = {
	firstName: 'Ada',
	email: 'ada@example.com',
	schedule: next(),
	additionalFields: { lastName: 'Lovelace', phone: '+44 20 7946 0000' },
};

/** What each operation and the trigger return in the sandbox, by the path of their schema without ".json". */
export async function realOutputs(): Promise<Map<string, IDataObject[]>> {
	const sandbox = await startSandbox({ callsPerSecond: Infinity, now });
	Settings.now = now;
	try {
		const engine = await TestEngine.load();
		const outputs = new Map<string, IDataObject[]>();
		for (const { name } of Object.values(products)) {
			const stage = { engine, sandbox, resource: name };
			for (const { value } of operations) outputs.set(`${name}/${value}`, await outputOf(stage, value));
			outputs.set(name, await outputOfTrigger(stage));
		}
		return outputs;
	} finally {
		Settings.now = () => Date.now();
		await sandbox.close();
	}
}

type Stage = { engine: TestEngine; sandbox: Sandbox; resource: ProductName };

/** Runs that together show every member of an operation's output. */
const runsOf: Record<string, (stage: Stage) => INodeParameters[]> = {
	createOneClickLink: () => [
		{},
		// The number does not tell the date, the time zone, and whether it is a series.
		{ schedule: { __rl: true, mode: 'number', value: 2 } },
		{ linkFor: 'contact', contactFirstName: 'Ada', contactEmail: 'ada@example.com' },
	],
	get: ({ sandbox, resource }) =>
		sandbox.webinars.filter(({ product }) => product === resource).map(({ id }) => ({ webinarId: byId(id) })),
	getAll: () => [{ returnAll: true }],
	getRegistrants: () => [{ simplify: true }, { simplify: false }],
	getSessions: () => [{ returnAll: true, filters: { includeUndated: true } }],
	register: ({ sandbox }) => [
		contact,
		{
			...contact,
			email: sandbox.registrants[0]?.email,
			schedule: byId(String(sandbox.registrants[0]?.schedule)),
			options: { ifAlreadyRegistered: 'return' },
		},
		{ ...contact, options: { ifAlreadyRegistered: 'skip' } },
		{ ...contact, options: { attendeeConsent: false } },
	],
	unsubscribe: ({ sandbox }) => [
		{ unsubscribeBy: 'leadId', leadId: String(sandbox.registrants[0]?.leadId) },
		{ unsubscribeBy: 'email', email: String(sandbox.registrants[1]?.email) },
	],
};

async function outputOf(stage: Stage, operation: string): Promise<IDataObject[]> {
	const runs = runsOf[operation];
	if (!runs) throw new Error(`Add runs that show what ${operation} returns`);
	addPeople(stage);
	const { engine, sandbox, resource } = stage;
	const outputs: IDataObject[] = [];
	for (const parameters of runs(stage)) {
		const { output, run } = await engine.run({
			parameters: {
				resource,
				operation,
				webinarId: byId(OPEN_WEBINAR[resource]),
				...(resource === 'automated' && { timezone: ZONE }),
				...parameters,
			},
			items: [{}],
			credential: sandboxCredential(sandbox),
		});
		if (run.data.resultData.error) throw run.data.resultData.error;
		outputs.push(...output.map(({ json }) => json));
	}
	return outputs;
}

/** One schema for all events: n8n looks none up by the event. */
async function outputOfTrigger(stage: Stage): Promise<IDataObject[]> {
	const { engine, sandbox, resource } = stage;
	addPeople(stage);
	const outputs: IDataObject[] = [];
	for (const { value: event } of events) {
		for (const webinarScope of ['one', 'all']) {
			const parameters = { resource, event, webinarScope, webinarId: byId(OPEN_WEBINAR[resource]) };
			const examples = engine.testTrigger({ parameters, credential: sandboxCredential(sandbox) });
			// An event without examples here has the same members as its neighbors.
			outputs.push(...((await examples.catch(() => null)) ?? []).map(({ json }) => json));
		}
	}
	return outputs;
}

/** Registrants who came live, in the replay, to both and bought, and not at all. */
function addPeople({ sandbox, resource }: Stage): void {
	sandbox.reset();
	const webinar = { product: resource, webinarId: OPEN_WEBINAR[resource], schedule: SCHEDULE[resource] };
	const [live = '', replay = '', both = ''] = sandbox.addRegistrants(webinar, 4).map(({ email }) => email);
	sandbox.attend(live, { live: 600 });
	sandbox.attend(replay, { replay: 60 });
	sandbox.attend(both, { live: 3600, replay: 60 });
	sandbox.buy(both, { live: 99, replay: 9 });
	// The row of a just-in-time registration has neither a date nor a schedule ID.
	if (resource === 'automated') sandbox.addRegistrants({ ...webinar, schedule: JUST_IN_TIME }, 1);
}

function next() {
	return { __rl: true, mode: 'list', value: 'next' };
}
