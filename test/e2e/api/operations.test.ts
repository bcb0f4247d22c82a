import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { byId } from '../../../tools/engine/parameters';
import { NODE, NODE_TYPE, useWorkbench } from '../support/workbench';

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const onboarding = { webinarId: byId(1) };
const anywhere = { webinarId: byId(102), timezone: 'Asia/Kathmandu' };
const linkForAnn = { linkFor: 'contact', contactFirstName: 'Ann', contactEmail: ann.email };
const ofAnn = { unsubscribeBy: 'leadId', leadId: '={{ $json.lead_id }}' };

/** Each operation of each resource, and what its first item has; test/workflow asserts the details. */
const cases: ReadonlyArray<[resource: string, operation: string, INodeParameters, output: object]> = [
	['live', 'getAll', { returnAll: true }, { webinar_id: 1 }],
	['automated', 'getAll', { limit: 1 }, { webinar_id: 101 }],
	['live', 'get', onboarding, { webinar_id: 1 }],
	['automated', 'get', anywhere, { webinar_id: 102 }],
	['live', 'register', { ...onboarding, ...ann }, { webinar_id: 1, schedule: 11 }],
	['automated', 'register', { ...anywhere, ...ann }, { webinar_id: 102, timezone: 'GMT+5:45' }],
	['live', 'createOneClickLink', { ...onboarding, emailTool: 'mailchimp' }, { schedule_id: 11 }],
	['automated', 'createOneClickLink', { webinarId: byId(105), ...linkForAnn }, { schedule_id: 1051 }],
	['live', 'getRegistrants', onboarding, { email: ann.email }],
	['automated', 'getRegistrants', { webinarId: byId(101), simplify: false }, { email: ann.email }],
	['live', 'getSessions', { webinarScope: 'one', ...onboarding }, { webinar_id: 1 }],
	['automated', 'getSessions', { webinarScope: 'one', webinarId: byId(101) }, { webinar_id: 101 }],
	['live', 'unsubscribe', { ...onboarding, ...ofAnn }, { success: true, webinar_id: 1 }],
	['automated', 'unsubscribe', { webinarId: byId(101), ...ofAnn }, { success: true, webinar_id: 101 }],
];

/** What n8n adds to the list: a pointer to its HTTP Request node. */
const OF_N8N = '__CUSTOM_API_CALL__';

const selector = z.object({ name: z.string(), options: z.array(z.object({ value: z.string() })).optional() });
const nodeTypes = z.array(z.looseObject({ name: z.string(), properties: z.array(z.looseObject({})) }));

describe('a workflow with the node', () => {
	const workbench = useWorkbench();

	it.each(cases)('has for %s webinars the operation %s', async (resource, operation, parameters, output) => {
		const product = resource === 'live' ? 'live' : 'automated';
		const webinarId = { live: 1, automated: 101 }[product];
		const [registered] = workbench.sandbox.addRegistrants({ product, webinarId }, [ann]);
		const items = [{ lead_id: registered?.leadId ?? null }];
		const execution = await workbench.run({ resource, operation, ...parameters }, items);
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
			cases.map(([, operation]) => operation).sort(),
		);
	});
});
