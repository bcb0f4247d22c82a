import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type Example, exampleFiles, isOurs, nodeNamed, readExample } from '../support/examples';
import { byId, useHarness } from '../support/harness';

describe.each(exampleFiles)('the example %s', (file) => {
	it('connects only nodes that it has', () => {
		const { nodes, connections } = readExample(file);
		const names = nodes.map(({ name }) => name);
		const ends = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...ends]));
	});

	it('brings no credential and no pinned data', () => {
		const { nodes, pinData } = readExample(file);
		const chosen = nodes.flatMap(({ credentials }) => Object.values(credentials));
		expect(chosen.filter(({ id, name }) => id || name)).toEqual([]);
		expect(pinData).toEqual({});
	});

	it("needs no node but ours and n8n's own", () => {
		const others = readExample(file).nodes.filter((node) => !isOurs(node));
		expect(others.filter(({ type }) => !type.startsWith('n8n-nodes-base.'))).toEqual([]);
	});
});

describe('the examples that begin with the trigger', () => {
	const onboarding = { product: 'live', webinarId: 1 } as const;
	const harness = useHarness();

	/** The parameters of a node of ours, with a webinar chosen. */
	const parametersOf = (example: Example, name: string): INodeParameters => ({
		...nodeNamed(example, name).parameters,
		webinarId: byId(1),
	});

	it('put a new registrant into the columns of the table', async () => {
		const example = readExample('new-registrants-into-a-table.json');
		const trigger = await harness.activate(parametersOf(example, 'Somebody Registered'));
		harness.sandbox.addRegistrants(onboarding, 1);
		const items = (await trigger.poll()).map(({ json }) => json);
		expect(items).toHaveLength(1);

		const { assignments } = z
			.object({
				assignments: z.object({ assignments: z.array(z.object({ name: z.string(), value: z.string() })) }),
			})
			.parse(nodeNamed(example, 'Columns of the Table').parameters).assignments;
		const note = z.string().parse(nodeNamed(example, 'How to Use It').parameters.content);
		const [registrant] = harness.sandbox.registrants;
		const row: Record<string, unknown> = {};
		for (const { name, value } of assignments) {
			expect(note).toContain(`*${name}*`);
			row[name] = await evaluate(value, items);
		}
		expect(row).toEqual({
			lead_id: registrant?.leadId,
			schedule_id: 11,
			first_name: registrant?.firstName,
			last_name: registrant?.lastName ?? '',
			email: registrant?.email,
			phone: expect.any(String) as string,
			session: expect.stringMatching(/^\w{3}, \d+ \w{3} \d{4}/) as string,
			registered: expect.stringMatching(/^\w{3}, \d+ \w{3} \d{4}/) as string,
		});
	});

	it('tell who bought after attending from who did not', async () => {
		const example = readExample('attended-but-did-not-buy.json');
		const trigger = await harness.activate(parametersOf(example, 'Somebody Attended'));
		const people = harness.sandbox.addRegistrants(onboarding, 3);
		const [ann, ben] = people;
		if (!ann || !ben) throw new Error('Three people are registered');
		harness.sandbox.attend(ann, { live: 600 });
		harness.sandbox.attend(ben, { replay: 600 });
		const items = (await trigger.poll()).map(({ json }) => json);
		harness.sandbox.buy(ben, { replay: 49 });

		const condition = z.object({
			conditions: z.object({ conditions: z.tuple([z.object({ leftValue: z.string() })]) }),
		});
		const { conditions } = condition.parse(nodeNamed(example, 'Has Bought').parameters).conditions;
		const [{ leftValue }] = conditions;
		const { output, values } = await harness.run(parametersOf(example, 'Read Again'), {
			items,
			readAfter: leftValue,
		});
		expect(output.map(({ json }) => json.lead_id)).toEqual([ann.leadId, ben.leadId]);
		expect(values).toEqual([false, true]);
	});

	/** What an expression gives behind a node that passes an item on as it is. */
	const evaluate = async (expression: string, items: IDataObject[]) => {
		const one = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1), returnAll: true };
		const { values } = await harness.run(one, { items, readAfter: expression });
		return values[0];
	};
});
