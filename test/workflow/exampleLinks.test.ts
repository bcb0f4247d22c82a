import { runInNewContext } from 'node:vm';

import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { nodeNamed, readExample } from '../support/examples';
import { useHarness } from '../support/harness';

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
