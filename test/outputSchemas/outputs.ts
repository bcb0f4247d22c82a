import { Settings } from 'luxon';
import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';

import { operations } from '../../nodes/WebinarAccount/operations/router';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';
import { type Sandbox, startSandbox } from '../../sandbox';
import { byId, sandboxCredential } from '../../tools/engine/parameters';
import { TestEngine } from '../support/engine';
import { type RichResponses, richResponses } from './richResponses';

/** A webinar of the sandbox that takes everybody. */
const OPEN_WEBINAR: Record<ProductName, number> = { live: 1, automated: 101 };
/** Its schedule that has a date. */
const SCHEDULE: Record<ProductName, number> = { live: 11, automated: 1013 };
const EMAIL = 'grace@example.com';
/** Before the session in the rich responses. */
const NOW = Date.parse('2026-03-02T12:00:00Z');

interface Stage {
	engine: TestEngine;
	sandbox: Sandbox;
	resource: ProductName;
}

/** Returns what each operation and the trigger return, by the path of their schema without ".json". */
export async function realOutputs(): Promise<Map<string, IDataObject[]>> {
	const now = () => NOW;
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

/** Operations that run with each of the rich responses. The others run with the sandbox's own responses. */
const RUN_WITH_RICH_RESPONSES = [
	'findRegistrant',
	'get',
	'getAll',
	'getRegistrants',
	'getSessions',
	'register',
];

/** Parameters that together show every field of an operation's output. */
function parametersOf(operation: string, { sandbox, resource }: Stage): INodeParameters[] {
	const contact = {
		firstName: 'Grace',
		email: EMAIL,
		schedule: byId(SCHEDULE[resource]),
		// Needed if the webinar has no time zone.
		...(resource === 'automated' && { timezone: 'Europe/London' }),
	};
	const [first, second] = sandbox.registrants;
	switch (operation) {
		case 'createOneClickLink':
			return [
				{},
				// The number does not tell the date, the time zone, and whether it is a series.
				{ schedule: sessionNumber(2) },
				{ linkFor: 'contact', contactFirstName: 'Grace', contactEmail: EMAIL },
			];
		case 'get':
			return [{}];
		case 'findRegistrant':
			return [
				{ email: EMAIL },
				{ email: 'nobody@example.com' },
				{ webinarScope: 'all', email: EMAIL },
				{ webinarScope: 'all', email: 'nobody@example.com' },
			];
		case 'getAll':
			return [{ returnAll: true }];
		case 'getRegistrants':
			return [
				// n8n shows the first of several types, and a user sees simplified rows by default.
				{ simplify: true },
				{ simplify: false },
				{ webinarScope: 'all' },
			];
		case 'getSessions':
			return [{ webinarScope: 'one', returnAll: true, filters: { includeUndated: true } }];
		case 'register':
			return [
				contact,
				{ ...contact, options: { ifAlreadyRegistered: 'return' } },
				{ ...contact, options: { ifAlreadyRegistered: 'skip' } },
				{ ...contact, options: { attendeeConsent: false } },
			];
		case 'unsubscribe':
			return [
				{ unsubscribeBy: 'leadId', leadId: String(first?.leadId) },
				{ unsubscribeBy: 'email', email: String(second?.email) },
			];
		default:
			throw new Error(`Add parameters that show what ${operation} returns`);
	}
}

async function outputOf(stage: Stage, operation: string): Promise<IDataObject[]> {
	const { sandbox, resource } = stage;
	sandbox.reset();
	sandbox.addRegistrants({ product: resource, webinarId: OPEN_WEBINAR[resource] }, 2);
	if (!RUN_WITH_RICH_RESPONSES.includes(operation)) return await run(stage, operation);

	const outputs: IDataObject[] = [];
	for (const [index, responses] of responsesFor(resource).entries()) {
		respondWith(responses, index, stage);
		outputs.push(...(await run(stage, operation)));
	}
	return outputs;
}

async function run(stage: Stage, operation: string): Promise<IDataObject[]> {
	const { engine, sandbox, resource } = stage;
	const outputs: IDataObject[] = [];
	for (const parameters of parametersOf(operation, stage)) {
		const result = await engine.run({
			parameters: { resource, operation, webinarId: byId(OPEN_WEBINAR[resource]), ...parameters },
			items: [{}],
			credential: sandboxCredential(sandbox),
		});
		if (result.run.data.resultData.error) throw result.run.data.resultData.error;
		outputs.push(...result.output.map(({ json }) => json));
	}
	return outputs;
}

/** Events that together return all fields. Nobody left early, so that this event returns a sample. */
const EVENTS = ['registrantAdded', 'registrantLeftEarly', 'sessionStarting', 'webinarPublished'];

/** Returns the output of the events together, because n8n finds no schema by the event. */
async function outputOfTrigger(stage: Stage): Promise<IDataObject[]> {
	const outputs: IDataObject[] = [];
	for (const [index, responses] of responsesFor(stage.resource).entries()) {
		respondWith(responses, index, stage);
		for (const event of EVENTS) {
			outputs.push(
				...(await exampleEvents(stage, { event, webinarScope: 'one', simplify: true })),
				...(await exampleEvents(stage, { event, webinarScope: 'all', simplify: false })),
			);
		}
	}
	return outputs;
}

async function exampleEvents(stage: Stage, parameters: INodeParameters): Promise<IDataObject[]> {
	const { engine, sandbox, resource } = stage;
	const examples = await engine
		.testTrigger({
			parameters: { resource, webinarId: byId(OPEN_WEBINAR[resource]), ...parameters },
			credential: sandboxCredential(sandbox),
		})
		// Session Starting fails for a webinar without a time zone.
		.catch(() => null);
	return (examples ?? []).map(({ json }) => json);
}

function responsesFor(product: ProductName): RichResponses[] {
	const webinarId = OPEN_WEBINAR[product];
	return richResponses({ product, webinarId, schedule: SCHEDULE[product], email: EMAIL });
}

function respondWith(responses: RichResponses, index: number, { sandbox }: Stage): void {
	// With another key, the node does not use its cached readings of other responses.
	sandbox.setApiKey(`key-${index}`);
	sandbox.clearFaults();
	for (const operation of ['webinars', 'webinar', 'register', 'registrants'] as const) {
		sandbox.fail({
			kind: 'answer',
			operation,
			status: 200,
			body: responses[operation],
			times: Infinity,
		});
	}
}

function sessionNumber(value: number): INodeParameterResourceLocator {
	return { __rl: true, mode: 'number', value };
}
