import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { byId } from '../../../tools/engine/parameters';
import { Workbench, NODE, NODE_TYPE } from '../support/workbench';

interface Case {
	resource: 'live' | 'automated';
	operation: string;
	/** That somebody is registered before. */
	registrant?: true;
	parameters: INodeParameters;
	/** The first item of the output. */
	output: object;
}

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const isText = expect.any(String) as string;
const isNumber = expect.any(Number) as number;

/** Where people are registered. */
const registeredTo = { live: { webinarId: 1 }, automated: { webinarId: 101, schedule: 1013 } } as const;

const cases: readonly Case[] = [
	{
		resource: 'live',
		operation: 'getAll',
		parameters: { returnAll: true },
		output: { webinar_id: 1, name: 'Onboarding', type: 'Single presentation' },
	},
	{
		resource: 'automated',
		operation: 'getAll',
		parameters: { limit: 1 },
		output: { webinar_id: 101, name: 'Evergreen Basics' },
	},
	{
		resource: 'live',
		operation: 'get',
		parameters: { webinarId: byId(2) },
		output: {
			webinar_id: 2,
			timezone: 'Europe/London',
			schedules: expect.arrayContaining([
				expect.objectContaining({ schedule: 21, starts_at: expect.stringMatching(/Z$/) as string }),
			]) as object[],
		},
	},
	{
		resource: 'automated',
		operation: 'get',
		parameters: { webinarId: byId(102), timezone: 'Europe/London' },
		output: { webinar_id: 102, schedules: expect.any(Array) as object[] },
	},
	{
		resource: 'live',
		operation: 'register',
		parameters: { webinarId: byId(2), ...ann, additionalFields: { lastName: 'Lee' } },
		output: { webinar_id: 2, schedule: 21, user_id: isNumber, live_room_url: isText },
	},
	{
		resource: 'automated',
		operation: 'register',
		parameters: { webinarId: byId(102), timezone: 'Asia/Kathmandu', ...ann },
		output: { webinar_id: 102, user_id: isNumber, timezone: 'GMT+5:45' },
	},
	{
		resource: 'live',
		operation: 'createOneClickLink',
		parameters: { webinarId: byId(1), emailTool: 'mailchimp' },
		output: { schedule_id: 11, url: expect.stringContaining('first_name=*|FNAME|*') as string },
	},
	{
		resource: 'automated',
		operation: 'createOneClickLink',
		parameters: {
			webinarId: byId(105),
			linkFor: 'contact',
			contactFirstName: 'Ann',
			contactEmail: 'ann@example.com',
		},
		output: { schedule_id: 1051, url: expect.stringContaining('email=ann%40example.com') as string },
	},
	{
		resource: 'live',
		operation: 'getRegistrants',
		registrant: true,
		parameters: { webinarId: byId(1) },
		output: { email: 'ann@example.com', schedule_id: 11, lead_id: isNumber, attended_live: false },
	},
	{
		resource: 'automated',
		operation: 'getRegistrants',
		registrant: true,
		parameters: { webinarId: byId(101), schedule: byId(1013), filters: { search: 'ann' }, simplify: false },
		output: { email: 'ann@example.com', lead_id: isNumber, subscribed: 'Yes' },
	},
	...(['live', 'automated'] as const).map((resource): Case => ({
		resource,
		operation: 'getSessions',
		parameters: { webinarScope: 'one', webinarId: byId(registeredTo[resource].webinarId) },
		output: { webinar_id: registeredTo[resource].webinarId, schedule: isNumber },
	})),
	...(['live', 'automated'] as const).map((resource): Case => ({
		resource,
		operation: 'unsubscribe',
		registrant: true,
		parameters: {
			webinarId: byId(registeredTo[resource].webinarId),
			unsubscribeBy: 'leadId',
			leadId: '={{ $json.lead_id }}',
		},
		output: { success: true, webinar_id: registeredTo[resource].webinarId, lead_id: isNumber },
	})),
];

/** What n8n adds to the list: a pointer to its HTTP Request node. */
const OF_N8N = '__CUSTOM_API_CALL__';

const selector = z.object({ name: z.string(), options: z.array(z.object({ value: z.string() })).optional() });
const nodeTypes = z.array(z.looseObject({ name: z.string(), properties: z.array(z.looseObject({})) }));

describe('a workflow with the node', () => {
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.open();
	});
	beforeEach(() => workbench.sandbox.reset());
	afterAll(() => workbench?.close());

	it.each(cases)('runs $operation of $resource', async (tried) => {
		const { resource, operation, registrant, parameters, output } = tried;
		const place = { product: resource, ...registeredTo[resource] };
		const registered = registrant ? workbench.sandbox.addRegistrants(place, [ann]) : [];
		const items = [{ lead_id: registered[0]?.leadId ?? null }];
		const execution = await workbench.run({ resource, operation, ...parameters }, { items });
		expect(execution.error).toBeUndefined();
		expect(execution.output(NODE)[0]?.json).toMatchObject(output);
		expect(execution.raw).not.toContain(workbench.sandbox.apiKey);
	});

	it('is tried here with every operation of both resources', async () => {
		const types = nodeTypes.parse(JSON.parse(await workbench.n8n.file('/types/nodes.json')));
		const properties = types.find(({ name }) => name === NODE_TYPE)?.properties ?? [];
		const offered = properties.flatMap((property) => {
			const { name, options = [] } = selector.catch({ name: '' }).parse(property);
			return name === 'operation' ? options.map(({ value }) => value) : [];
		});
		expect(offered.filter((operation) => operation !== OF_N8N).sort()).toEqual(
			cases.map(({ operation }) => operation).sort(),
		);
	});
});
