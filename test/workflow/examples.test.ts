import { runInNewContext } from 'node:vm';

import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fetch } from 'undici';
import { z } from 'zod/v4';

import { emailTools } from '../../nodes/WebinarAccount/service/links/emailTools';
import { type Example, exampleFiles, isOurs, readExample } from '../support/examples';
import { byId, useHarness } from '../support/harness';

function nodeNamed({ nodes }: Example, name: string): Example['nodes'][number] {
	const node = nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The example has no node "${name}"`);
	return node;
}

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

describe('the example of one-click links', () => {
	const example = readExample('one-click-links.json');
	const harness = useHarness();

	/** Runs one of our nodes as the example has it. */
	const run = async (name: string, items: IDataObject[]) => {
		const { parameters, onError } = nodeNamed(example, name);
		const result = await harness.run(parameters, { items, ...(onError && { onError }) });
		const { error } = result.run.data.resultData;
		if (error) throw error;
		return {
			output: result.output.map(({ json }) => json),
			errors: result.errorOutput.map(({ json }) => json),
		};
	};
	/** Runs a Code node's text with what it uses of n8n. */
	const code = (name: string, items: IDataObject[], earlier: Record<string, IDataObject[]> = {}): unknown => {
		const all = (json: IDataObject[]) => () => json.map((one) => ({ json: one }));
		const text = z.string().parse(nodeNamed(example, name).parameters.jsCode);
		return runInNewContext(`(() => {${text}})()`, {
			$input: { all: all(items) },
			$: (node: string) => ({ isExecuted: node in earlier, all: all(earlier[node] ?? []) }),
			DateTime,
		});
	};

	const sessionItems = z.array(
		z.object({
			json: z.object({
				webinar_id: z.number(),
				webinar: z.string(),
				schedule: z.number(),
				starts_at: z.string(),
				session: z.string(),
			}),
			pairedItem: z.number(),
		}),
	);
	const tableItems = z.tuple([
		z.object({
			json: z.object({
				text: z.string(),
				html: z.string(),
				page: z.string(),
				links: z.array(z.object({ webinar: z.string(), session: z.string(), link: z.string() })),
				problems: z.array(z.object({ webinar: z.string(), session: z.string(), problem: z.string() })),
			}),
		}),
	]);

	const readSessions = (webinars: IDataObject[]) =>
		sessionItems.parse(code('Sessions of the Coming Week', webinars)).map(({ json }) => json);
	const buildTable = (results: IDataObject[], sessions: IDataObject[] = []) => {
		const earlier = { 'Sessions of the Coming Week': sessions };
		return tableItems.parse(code('Build Table', results, earlier))[0].json;
	};
	const unescapeHtml = (html: string) =>
		html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

	it('makes a link to every session of the coming week, once for a series', async () => {
		const { output: webinars } = await run('Get All Webinars', [{}]);
		const { output: details, errors } = await run('Get Sessions', webinars);
		const sessions = readSessions(details);
		const links = await run('Create One-Click Link', sessions);
		const table = buildTable([...links.output, ...links.errors, ...errors], sessions);

		expect(sessions.map(({ schedule }) => schedule).sort()).toEqual([11, 21, 51, 52]);
		expect(table.problems).toEqual([]);
		expect(table.links).toHaveLength(4);
		const [firstLink] = table.links;
		expect(firstLink?.session).toMatch(/^\w{3} \d{1,2} \w{3} \d{4}, \d{2}:\d{2} \(\w+\/\w+\)/);
		const series = table.links.filter(({ session }) => session.endsWith('the later sessions of the series'));
		expect(series.map(({ webinar }) => webinar)).toEqual(['Three evenings on growth']);
		for (const { link } of table.links) {
			expect(link).toMatch(
				/\?first_name=\*\|FNAME\|\*&last_name=\*\|LNAME\|\*&email=\*\|EMAIL\|\*&schedule_id=\d+$/,
			);
			expect(table.text.split('\n')).toContain(link);
			expect(unescapeHtml(table.html)).toContain(`href="${link}"`);
			expect(table.page).toContain(`<code class="copy">${link.replaceAll('&', '&amp;')}</code>`);
		}
		expect(table.html).not.toMatch(/&(?!amp;)/);
	});

	it('makes links that register when the tool has filled them in', async () => {
		const { output: details } = await run('Get Sessions', [{ webinar_id: 1 }, { webinar_id: 2 }]);
		const { output: links } = await run('Create One-Click Link', readSessions(details));
		const { firstName, lastName, email } = emailTools.mailchimp;
		for (const { url } of links) {
			const link = z
				.string()
				.parse(url)
				.replace(firstName, 'Ann')
				.replace(lastName, 'Lee')
				.replace(email, 'ann%2B1%40example.com');
			const response = await fetch(link);
			expect([response.status, response.url]).toEqual([200, expect.stringContaining('/thank-you/')]);
		}
		const registered = harness.sandbox.registrants.map(({ schedule, email: address }) => [schedule, address]);
		expect(registered).toEqual([
			[11, 'ann+1@example.com'],
			[21, 'ann+1@example.com'],
		]);
	});

	it('shows why a webinar has no link, next to the links of the others', async () => {
		const asked = [{ webinar_id: 1 }, { webinar_id: 999, title: 'Deleted' }];
		const { output: details, errors } = await run('Get Sessions', asked);
		const [session, ...others] = readSessions(details);
		if (!session) throw new Error('The webinar has a session');
		const sessions = [session, { ...session, webinar: 'Moved', schedule: 7 }, ...others];
		const links = await run('Create One-Click Link', sessions);
		const table = buildTable([...links.output, ...links.errors, ...errors], sessions);
		expect(table.links.map(({ webinar }) => webinar)).toEqual(['Get started in one hour']);
		expect(table.problems.map(({ webinar }) => webinar)).toEqual(['Moved', 'Deleted']);
		expect(table.text).toContain('NO LINK: The webinar has no schedule with the ID 7.');
		expect(table.page).toContain('The webinar has no schedule with the ID 7.');
	});

	it('says so when there is no session in the coming week', () => {
		expect(readSessions([{ webinar_id: 7 }, { webinar_id: 8, schedules: [] }])).toEqual([]);
		for (const results of [[], [{}], [{ error: 'No webinar is chosen.' }]]) {
			expect(buildTable(results).text).toBe('No live webinar has a session in the coming week.');
		}
	});

	it('shows names on the page as they are, never as HTML', () => {
		const webinar = `<b>Tips & "tricks"</b>`;
		const session = {
			webinar_id: 1,
			webinar,
			schedule: 11,
			starts_at: '2026-01-01T00:00:00Z',
			session: 'soon',
		};
		const link = {
			url: 'https://event.example.com/x?a=1&b=2',
			webinar_id: 1,
			schedule_id: 11,
			series: false,
		};
		const { page, links } = buildTable([link], [session]);
		expect(page).not.toContain('<b>Tips');
		expect(page).toContain('&lt;b&gt;Tips &amp; &quot;tricks&quot;&lt;/b&gt;');
		expect(links[0]?.webinar).toBe(webinar);
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
