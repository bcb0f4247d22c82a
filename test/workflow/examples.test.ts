import { runInNewContext } from 'node:vm';

import { DateTime } from 'luxon';
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

/** The fields that a node of n8n's own sets for an item, by the name of the field. */
function fieldsSet(
	example: Example,
	name: string,
	$json: unknown,
	trigger: unknown = {},
): Record<string, unknown> {
	const { assignments } = z
		.object({
			assignments: z.object({ assignments: z.array(z.object({ name: z.string(), value: z.string() })) }),
		})
		.parse(nodeNamed(example, name).parameters).assignments;
	const first = () => ({ json: trigger });
	const known = { $json, DateTime, $: () => ({ first }) };
	return Object.fromEntries(assignments.map((field) => [field.name, filledIn(field.value, known)]));
}

/** A text with its expressions resolved; the value itself if it is one expression only. */
function filledIn(text: string, known: object): unknown {
	if (!text.startsWith('=')) return text;
	const resolve = (code: string): unknown => runInNewContext(code, known);
	const [, only] = /^=\{\{((?:(?!\}\}).)*)\}\}$/s.exec(text) ?? [];
	if (only !== undefined) return resolve(only);
	return text.slice(1).replace(/\{\{(.*?)\}\}/gs, (_all, code: string) => String(resolve(code)));
}

describe('the examples that register people', () => {
	const harness = useHarness();
	const leads = readExample('leads-to-webinar.json');
	const register = (items: IDataObject[]) =>
		harness.run(
			{ ...nodeNamed(leads, 'Register').parameters, webinarId: byId(1) },
			{ items, onError: 'continueErrorOutput' },
		);
	const sample = z
		.record(z.string(), z.record(z.string(), z.string()))
		.parse(JSON.parse(z.string().parse(nodeNamed(leads, 'Sample Lead').parameters.jsonOutput)));

	beforeEach(() => harness.sandbox.setRegistrantsList({ hasRegistrants: true }));

	it('take a lead of Facebook, whichever names its form has', () => {
		const lead = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
		expect(fieldsSet(leads, 'Facebook Lead', { data: lead })).toEqual({ ...lead, phone: '', consent: '' });
		expect(fieldsSet(leads, 'Facebook Lead', sample)).toEqual({
			first_name: 'Ann',
			last_name: 'Marie Lee',
			email: 'ann.lee@example.com',
			phone: '+1 202-555-0143',
			consent: 'yes',
		});
	});

	it('confirm a registration with the same room link, however often the lead comes', async () => {
		const contact = fieldsSet(leads, 'Facebook Lead', sample) as IDataObject;
		const others = [
			{ ...contact, consent: '' },
			{ ...contact, email: 'none' },
		];
		const first = await register([contact, ...others]);
		expect(first.output.map(({ json }) => json.skipped ?? false)).toEqual([false, true]);
		const { output } = await register([contact]);
		const texts = [first.output[0], output[0]].map((item) => fieldsSet(leads, 'Confirmation', item?.json));
		expect(texts[0]).toEqual(texts[1]);
		expect(texts[0]).toMatchObject({
			to: 'ann.lee@example.com',
			subject: 'You are registered: Get started in one hour',
			text: expect.stringMatching(/for \d{4}-.* \(America\/New_York\)[^]*\/room\/live\//) as string,
		});
		const failed = fieldsSet(leads, 'Failed', first.errorOutput[0]?.json);
		expect(failed).toEqual({ email: 'none', reason: expect.stringContaining('"none" is not') as string });
	});

	it('tell the visitor of a form nothing of the reason, and the owner all', async () => {
		const form = readExample('registration-form.json');
		const { parameters } = nodeNamed(form, 'Register');
		const { errorOutput } = await harness.run(parameters, {
			items: [{ 'First Name': 'Ann', Email: 'ann@', Consent: ['yes'] }],
			onError: 'continueErrorOutput',
			credential: { ...harness.credential, apiKey: 'wrong' },
		});
		const [failed] = errorOutput;
		expect(nodeNamed(form, 'Show the Problem').parameters.completionMessage).not.toContain('{{');
		expect(fieldsSet(form, 'Message to the Owner', failed?.json).text).toBe(
			`Ann (ann@) could not be registered.\n\n${String(failed?.json.error as string)}`,
		);
	});
});

describe('the example of a form with a choice of sessions', () => {
	// In London, summer time begins on 29 March.
	const harness = useHarness({ at: Date.UTC(2026, 2, 27, 9) });
	const example = readExample('session-choice-form.json');

	it.each([
		['automated', 101, 'Saturday, 28 March, 17:00', 'Sunday, 29 March, 18:00'],
		['automated', 102, 'Friday, 27 March, 16:00', 'Friday, 27 March, 23:00'],
		['live', 5, 'Monday, 30 March, 09:00', 'Thursday, 2 April, 15:00'],
	] as const)(
		'registers for the chosen session of the webinar %s %i',
		async (resource, webinar, ...labels) => {
			const visitor = { 'Time Zone': 'Europe/London' };
			const parametersOf = (name: string): INodeParameters => ({
				...nodeNamed(example, name).parameters,
				...{ resource, webinarId: byId(webinar), timezone: visitor['Time Zone'] },
			});
			const sessions = await harness.output(parametersOf('Sessions'));
			const choices = sessions.map((row) => fieldsSet(example, 'Choices', row, visitor));
			expect(choices.map(({ label }) => label)).toEqual(expect.arrayContaining([...labels]));
			const additionalFields = { phone: '+44 20 7946 0000', smsConsent: true };
			const contact = { firstName: 'Ann', email: 'ann@example.com', additionalFields, options: {} };
			for (const { session, label } of choices) {
				const schedule = byId(String(session));
				const [booked] = await harness.output({ ...parametersOf('Register'), ...contact, schedule });
				const start = DateTime.fromISO(z.string().parse(booked?.starts_at), { zone: 'Europe/London' });
				expect(start.toFormat('cccc, d LLLL, HH:mm')).toBe(label);
			}
		},
	);
});

describe('the example of a newsletter', () => {
	const harness = useHarness({ at: Date.UTC(2026, 1, 25, 17) });
	const example = readExample('upcoming-sessions-newsletter.json');

	it('lists the sessions with the local time of each webinar', async () => {
		const { parameters } = nodeNamed(example, 'Get Many Sessions');
		const sessions = await harness.output(parameters);
		const lines = sessions.map((session) => fieldsSet(example, 'Line', session));
		const newsletter = fieldsSet(example, 'Newsletter', {
			text: lines.map(({ text }) => text),
			html: lines.map(({ html }) => html),
		});
		expect(newsletter.text).toContain(
			`Three evenings on growth\nTue 3 Mar 2026, 18:00 (Europe/London)\n${harness.sandbox.url}/register/2/gxs2718`,
		);
		expect(newsletter.html).toMatch(
			/^<ul>\n(?:<li><a href="http[^<>]*">[^<>]*<\/a>, [^<>]*<\/li>\n)+<\/ul>$/,
		);
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

	it('tag the people who attended', async () => {
		const example = readExample('attendee-to-crm-tag.json');
		const trigger = await harness.activate(parametersOf(example, 'Somebody Attended'));
		const [ann] = harness.sandbox.addRegistrants(onboarding, [
			{ firstName: 'Ann', email: 'ann@example.com' },
		]);
		if (!ann) throw new Error('Ann is registered');
		harness.sandbox.attend(ann, { replay: 60 });
		const [event] = await trigger.poll();
		expect(fieldsSet(example, 'Contact and Tag', event?.json)).toEqual({
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: '',
			tag: 'attended webinar: Get started in one hour',
		});
	});

	it('write to the people who did not come, with their own replay', async () => {
		const example = readExample('no-show-follow-up.json');
		const [ann] = harness.sandbox.addRegistrants(onboarding, [
			{ firstName: 'Ann', email: 'ann@example.com' },
		]);
		const list = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1), simplify: true };
		const [event] = await harness.output(list);
		expect(fieldsSet(example, 'Follow-Up', event)).toMatchObject({
			to: 'ann@example.com',
			subject: 'You missed: Get started in one hour',
			text: expect.stringContaining(`${harness.sandbox.url}/room/replay/${ann?.token}`) as string,
		});
	});

	/** What an expression gives behind a node that passes an item on as it is. */
	const evaluate = async (expression: string, items: IDataObject[]) => {
		const one = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1), returnAll: true };
		const { values } = await harness.run(one, { items, readAfter: expression });
		return values[0];
	};
});
