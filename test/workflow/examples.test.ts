import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';

import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type Example, exampleFiles, isOurs, nodeNamed, readExample } from '../support/examples';
import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';

const ann = { firstName: 'Ann', email: 'ann@example.com' };

// Friday in London, where summer time begins on Sunday.
const harness = useHarness({ at: Date.UTC(2026, 2, 27, 9) });

/** The parameters of a node of ours, with a webinar chosen. */
const parametersOf = (example: Example, name: string, webinar = 1): INodeParameters => ({
	...nodeNamed(example, name).parameters,
	webinarId: byId(webinar),
});

/** What n8n makes of an expression of a later node for each item. */
async function evaluate(expression: string, items: IDataObject[]): Promise<unknown[]> {
	const readAfter = expression.replace(
		/\$json|\$\('[^']*'\)\.(?:item|first\(\))\.json/g,
		"$('Items').item.json",
	);
	const passing = { resource: 'live', operation: 'get', webinarId: byId(1) };
	return (await harness.run(passing, { items, readAfter })).values;
}

/** The fields that a node of n8n's own sets for each item. */
async function fieldsSet(example: Example, name: string, ...items: IDataObject[]): Promise<IDataObject[]> {
	const { assignments } = z
		.object({
			assignments: z.object({ assignments: z.array(z.object({ name: z.string(), value: z.string() })) }),
		})
		.parse(nodeNamed(example, name).parameters).assignments;
	const rows = items.map((): IDataObject => ({}));
	for (const field of assignments) {
		const values = await evaluate(field.value, items);
		rows.forEach((row, index) => (row[field.name] = values[index] as string));
	}
	return rows;
}

function conditionOf(example: Example, name: string): string {
	const filter = z.object({ conditions: z.tuple([z.object({ leftValue: z.string() })]) });
	const { conditions } = filter.parse(nodeNamed(example, name).parameters.conditions);
	return conditions[0].leftValue;
}

it.each(exampleFiles)(
	"%s connects its own nodes, ours and n8n's, and brings no credential or data",
	(file) => {
		const { nodes, connections, pinData } = readExample(file);
		const names = nodes.map(({ name }) => name);
		const ends = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...ends]));
		const others = nodes.filter((node) => !isOurs(node));
		expect(others.filter(({ type }) => !type.startsWith('n8n-nodes-base.'))).toEqual([]);
		const chosen = nodes.flatMap(({ credentials }) => Object.values(credentials));
		expect(chosen.filter(({ id, name }) => id || name)).toEqual([]);
		expect(pinData).toEqual({});
	},
);

describe('the example of leads', () => {
	const leads = readExample('leads-to-webinar.json');
	const sample = z
		.record(z.string(), z.record(z.string(), z.string()))
		.parse(JSON.parse(z.string().parse(nodeNamed(leads, 'Sample Lead').parameters.jsonOutput)));

	it('takes a lead of Facebook, whichever names its form has', async () => {
		const lead = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
		await expect(fieldsSet(leads, 'Facebook Lead', { data: lead }, sample)).resolves.toEqual([
			{ ...lead, phone: '', consent: '' },
			{
				first_name: 'Ann',
				last_name: 'Marie Lee',
				email: 'ann.lee@example.com',
				phone: '+1 202-555-0143',
				consent: 'yes',
			},
		]);
	});

	it('confirms a registration with the same room link, however often the lead comes', async () => {
		const [contact = {}] = await fieldsSet(leads, 'Facebook Lead', sample);
		const run = (...items: IDataObject[]) =>
			harness.run(parametersOf(leads, 'Register'), { items, onError: 'continueErrorOutput' });
		const first = await run(contact, { ...contact, consent: '' }, { ...contact, email: 'none' });
		expect(first.output.map(({ json }) => json.skipped ?? false)).toEqual([false, true]);
		const { output } = await run(contact);
		const [one, other] = [first.output[0], output[0]].map((item) => item?.json ?? {});
		const texts = await fieldsSet(leads, 'Confirmation', one ?? {}, other ?? {});
		expect(texts[0]).toEqual(texts[1]);
		expect(texts[0]).toMatchObject({
			to: 'ann.lee@example.com',
			subject: 'You are registered: Get started in one hour',
			text: matching(/for \d{4}-.* \(America\/New_York\)[^]*\/room\/live\//),
		});
		await expect(fieldsSet(leads, 'Failed', first.errorOutput[0]?.json ?? {})).resolves.toEqual([
			{ email: 'none', reason: containing('"none" is not') },
		]);
	});
});

it('the example of a form tells the visitor nothing of the reason, and the owner all', async () => {
	const form = readExample('registration-form.json');
	const { errorOutput } = await harness.run(nodeNamed(form, 'Register').parameters, {
		items: [{ 'First Name': 'Ann', Email: 'ann@', Consent: ['yes'] }],
		onError: 'continueErrorOutput',
	});
	const json = errorOutput[0]?.json ?? {};
	expect(nodeNamed(form, 'Show the Problem').parameters.completionMessage).not.toContain('{{');
	await expect(fieldsSet(form, 'Message to the Owner', json)).resolves.toMatchObject([
		{ text: `Ann (ann@) could not be registered.\n\n${String(json.error as string)}` },
	]);
});

describe('the example of a form with a choice of sessions', () => {
	const example = readExample('session-choice-form.json');

	it.each([
		['automated', 101, 'Saturday, 28 March, 17:00', 'Sunday, 29 March, 18:00'],
		['automated', 102, 'Friday, 27 March, 16:00', 'Friday, 27 March, 23:00'],
		['live', 5, 'Monday, 30 March, 09:00', 'Thursday, 2 April, 15:00'],
	] as const)(
		'registers for the chosen session of the webinar %s %i',
		async (resource, webinar, ...labels) => {
			const timezone = 'Europe/London';
			const own = (name: string) => ({ ...parametersOf(example, name, webinar), resource, timezone });
			const sessions = await harness.output(own('Sessions'));
			const answered = sessions.map((row) => ({ ...row, 'Time Zone': timezone }));
			const choices = await fieldsSet(example, 'Choices', ...answered);
			expect(choices.map(({ label }) => label)).toEqual(expect.arrayContaining([...labels]));
			const additionalFields = { phone: '+44 20 7946 0000', smsConsent: true };
			const schedule = byId('={{ $json.session }}');
			const booked = await harness.output(
				{
					...own('Register'),
					...ann,
					email: '={{ $itemIndex }}@example.com',
					additionalFields,
					options: {},
					schedule,
				},
				{ items: choices },
			);
			const starts = booked.map(({ starts_at }) =>
				DateTime.fromISO(String(starts_at as string), { zone: timezone }),
			);
			expect(starts.map((start) => start.toFormat('cccc, d LLLL, HH:mm'))).toEqual(
				choices.map(({ label }) => label),
			);
		},
	);
});

it('the example of a newsletter lists the sessions with the local time of each webinar', async () => {
	const example = readExample('upcoming-sessions-newsletter.json');
	const sessions = await harness.output(nodeNamed(example, 'Get Many Sessions').parameters);
	const lines = await fieldsSet(example, 'Line', ...sessions);
	const all = { text: lines.map(({ text }) => text), html: lines.map(({ html }) => html) } as IDataObject;
	const [newsletter] = await fieldsSet(example, 'Newsletter', all);
	expect(newsletter?.text).toContain(
		`Three evenings on growth\nTue 31 Mar 2026, 18:00 (Europe/London)\n${harness.sandbox.url}/register/2/gxs2718`,
	);
	expect(newsletter?.html).toMatch(/^<ul>\n(?:<li><a href="http[^<>]*">[^<>]*<\/a>, [^<>]*<\/li>\n)+<\/ul>$/);
});

describe('the examples that begin with the trigger', () => {
	const isDate = matching(/^\w{3}, \d+ \w{3} \d{4}/);

	it('put a new registrant into the columns of the table', async () => {
		const example = readExample('new-registrants-into-a-table.json');
		const trigger = await harness.activate(parametersOf(example, 'Somebody Registered'));
		const [registrant] = harness.add([ann]);
		const items = (await trigger.poll()).map(({ json }) => json);
		const rows = await fieldsSet(example, 'Columns of the Table', ...items);
		expect(rows).toEqual([
			{
				...{ lead_id: registrant?.leadId, schedule_id: 11, first_name: 'Ann', last_name: '' },
				...{ email: ann.email, phone: '', session: isDate, registered: isDate },
			},
		]);
		const note = z.string().parse(nodeNamed(example, 'How to Use It').parameters.content);
		for (const name of Object.keys(rows[0] ?? {})) expect(note).toContain(`*${name}*`);
	});

	it('tell who bought after attending from who did not', async () => {
		const example = readExample('attended-but-did-not-buy.json');
		const trigger = await harness.activate(parametersOf(example, 'Somebody Attended'));
		const people = harness.add(3);
		const [one, other] = people;
		if (!one || !other) throw new Error('Three people are registered');
		harness.sandbox.attend(one, { live: 600 });
		harness.sandbox.attend(other, { replay: 600 });
		const items = (await trigger.poll()).map(({ json }) => json);
		harness.sandbox.buy(other, { replay: 49 });
		const { output, values } = await harness.run(parametersOf(example, 'Read Again'), {
			items,
			readAfter: conditionOf(example, 'Has Bought'),
		});
		expect(output.map(({ json }) => json.lead_id)).toEqual([one.leadId, other.leadId]);
		expect(values).toEqual([false, true]);
	});

	it('tag the people who attended', async () => {
		const example = readExample('attendee-to-crm-tag.json');
		const trigger = await harness.activate(parametersOf(example, 'Somebody Attended'));
		for (const person of harness.add([ann])) harness.sandbox.attend(person, { replay: 60 });
		const events = (await trigger.poll()).map(({ json }) => json);
		await expect(fieldsSet(example, 'Contact and Tag', ...events)).resolves.toEqual([
			{
				...{ email: ann.email, first_name: 'Ann', last_name: '' },
				tag: 'attended webinar: Get started in one hour',
			},
		]);
	});

	it('write to the people who did not come, with their own replay', async () => {
		const [person] = harness.add([ann]);
		const list = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1) };
		const rows = await harness.output(list);
		const example = readExample('no-show-follow-up.json');
		await expect(fieldsSet(example, 'Follow-Up', ...rows)).resolves.toMatchObject([
			{
				...{ to: ann.email, subject: 'You missed: Get started in one hour' },
				text: containing(`${harness.sandbox.url}/room/replay/${person?.token}`),
			},
		]);
	});
});

describe('the example of another session', () => {
	it.each([
		['live', 5, '51', '52', 'register', false],
		['live', 5, '51', '52', 'return', false],
		['automated', 101, '1013|2026-03-28 13:00', '1013|2026-03-29 13:00', 'register', false],
		['automated', 101, '1013|2026-03-28 13:00', '1013|2026-03-29 13:00', 'return', true],
	])('moves a person of %s webinar %i from %s to %s, mode %s, suppressed: %s', async (...row) => {
		const [resource, id, from, to, ifAlreadyRegistered, isSuppressed] = row;
		const own = { resource, webinarId: byId(id) };
		const additionalFields = { phone: '+442012345', smsConsent: true };
		const registerFor = async (session: string) => {
			const options = { ifAlreadyRegistered };
			const contact = { ...ann, additionalFields, options, schedule: byId(session) };
			return (await harness.output({ ...own, operation: 'register', ...contact }))[0];
		};
		await registerFor(from);
		await harness.output({ ...own, operation: 'unsubscribe', unsubscribeBy: 'email', email: ann.email });
		expect((await registerFor(to))?.existing ?? false).toBe(isSuppressed);
		const rows = await harness.output({ ...own, operation: 'getRegistrants', returnAll: true });
		expect(rows.map(({ subscribed }) => subscribed)).toEqual(isSuppressed ? [false] : [false, true]);
	});

	it('asks first whether the session is on offer', async () => {
		const example = readExample('move-to-another-session.json');
		const expression = conditionOf(example, 'On Offer?').replace('Another Session Was Chosen', 'Items');
		const isOnOffer = async (session: unknown) => {
			const items = [{ body: { ...ann, session } }] as IDataObject[];
			const { parameters } = nodeNamed(example, 'Webinar');
			return (await harness.run(parameters, { items, readAfter: expression })).values[0];
		};
		expect(await Promise.all([52, '53'].map(isOnOffer))).toEqual([true, true]);
		expect(await Promise.all([54, '', undefined].map(isOnOffer))).toEqual([false, false, false]);
	});
});

describe('the example of calendar entries', () => {
	const example = readExample('calendar-entry.json');
	const both = async (webinarId: number) => {
		const own = { resource: 'live', webinarId: byId(webinarId) };
		const [registration = {}] = await harness.output({ ...own, operation: 'register', ...ann });
		const [registrant = {}] = await harness.output({ ...own, operation: 'getRegistrants' });
		return [registration, registrant];
	};

	it('takes a registration and a registrant, and leaves out what has no start or has begun', async () => {
		const startsLater = conditionOf(example, 'Starts Later?');
		expect(await evaluate(startsLater, await both(1))).toEqual([true, true]);
		expect(await evaluate(startsLater, await both(3))).toEqual([false, false]);
	});

	it('has title, start, end and room link of both', async () => {
		const [registration = {}, registrant = {}] = await both(1);
		const entries = await fieldsSet(example, 'Calendar Entry', registration, registrant);
		const entry = {
			...{ to: 'ann@example.com', title: 'Get started in one hour', room_link: registration.live_room_url },
			...{ start: '2026-04-01T18:00:00Z', end: '2026-04-01T19:00:00Z' },
		};
		expect(entries).toEqual([entry, entry]);
		const { start, end } = nodeNamed(example, 'Calendar File').parameters;
		expect(await evaluate(String(start as string), [entry])).toEqual(['2026-04-01T18:00:00']);
		expect(await evaluate(String(end as string), [entry])).toEqual(['2026-04-01T19:00:00']);
	});
});

it('the example of conversions hashes phone and address as Meta and Google say', async () => {
	const example = readExample('conversions-for-advertising.json');
	const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
	// The hashes of Meta's own examples.
	const row = { lead_id: 7, email: ' John_Smith@gmail.com', phone_country_code: '+1' };
	const rows = [
		{ ...row, phone_number: '(650)555-1212' },
		{ ...row, phone_number: null, email: 'John.Q.Smith@GMail.com' },
		{ ...row, phone_number: null, email: 'j.s@example.com' },
	];
	const normalised = await fieldsSet(example, 'Normalised', ...rows);
	await expect(fieldsSet(example, 'Hashed', ...normalised)).resolves.toMatchObject([
		{
			event_id: 7,
			em: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
			ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
			google_email: sha256('john_smith@gmail.com'),
			google_phone: sha256('+16505551212'),
		},
		{
			...{ em: sha256('john.q.smith@gmail.com'), google_email: sha256('johnqsmith@gmail.com') },
			...{ ph: '', google_phone: '' },
		},
		{ google_email: sha256('j.s@example.com') },
	]);
});

describe('the example of one-click links', () => {
	const example = readExample('one-click-links.json');

	/** Runs one of our nodes as the example has it. */
	const run = async (name: string, items: IDataObject[]) => {
		const { parameters, onError } = nodeNamed(example, name);
		const { output, errorOutput } = await harness.run(parameters, { items, ...(onError && { onError }) });
		return { output: output.map(({ json }) => json), errors: errorOutput.map(({ json }) => json) };
	};
	/** Runs a Code node's text with what it uses of n8n. @returns the JSON of its items */
	const code = (name: string, items: IDataObject[], earlier: Record<string, IDataObject[]> = {}) => {
		const all = (json: IDataObject[]) => () => json.map((one) => ({ json: one }));
		const body = z.string().parse(nodeNamed(example, name).parameters.jsCode);
		const made: unknown = runInNewContext(`(() => {${body}})()`, {
			$input: { all: all(items) },
			$: (node: string) => ({ isExecuted: node in earlier, all: all(earlier[node] ?? []) }),
			DateTime,
		});
		return z
			.array(z.object({ json: row }))
			.parse(made)
			.map(({ json }) => json);
	};

	const row = z.custom<IDataObject>((value) => typeof value === 'object');
	const text = z.string();
	const table = z.object({
		...{ text, html: text, page: text },
		links: z.array(z.object({ webinar: text, session: text, link: text })),
		problems: z.array(z.object({ webinar: text, session: text, problem: text })),
	});
	const readSessions = (webinars: IDataObject[]) => code('Sessions of the Coming Week', webinars);
	const buildTable = (results: IDataObject[], sessions: IDataObject[] = []) =>
		table.parse(code('Build Table', results, { 'Sessions of the Coming Week': sessions })[0]);
	const tableOf = async (details: Awaited<ReturnType<typeof run>>, sessions: IDataObject[]) => {
		const links = await run('Create One-Click Link', sessions);
		return buildTable([...links.output, ...links.errors, ...details.errors], sessions);
	};

	it('makes a link to every session of the coming week, once for a series', async () => {
		const { output: webinars } = await run('Get All Webinars', [{}]);
		const details = await run('Get Sessions', webinars);
		const sessions = readSessions(details.output);
		const { links, problems, html, page, ...built } = await tableOf(details, sessions);
		expect(sessions.map(({ schedule }) => schedule).sort()).toEqual([11, 21, 51, 52]);
		expect(problems).toEqual([]);
		expect(links).toHaveLength(4);
		expect(links[0]?.session).toMatch(/^\w{3} \d{1,2} \w{3} \d{4}, \d{2}:\d{2} \(\w+\/\w+\)/);
		const series = links.filter((row) => row.session.endsWith('the later sessions of the series'));
		expect(series.map(({ webinar }) => webinar)).toEqual(['Three evenings on growth']);
		for (const { link } of links) {
			expect(link).toMatch(
				/\?first_name=\*\|FNAME\|\*&last_name=\*\|LNAME\|\*&email=\*\|EMAIL\|\*&schedule_id=\d+$/,
			);
			const escaped = link.replaceAll('&', '&amp;');
			expect(built.text.split('\n')).toContain(link);
			expect(html).toContain(`href="${escaped}"`);
			expect(page).toContain(`<code class="copy">${escaped}</code>`);
		}
		expect(html).not.toMatch(/&(?!amp;)/);
	});

	it('shows why a webinar has no link, next to the links of the others, with names as they are', async () => {
		const webinar = `<b>Tips & "tricks"</b>`;
		harness.sandbox.changeWebinar({ product: 'live', webinarId: 1 }, { title: webinar });
		const details = await run('Get Sessions', [{ webinar_id: 1 }, { webinar_id: 999, title: 'Deleted' }]);
		const [first, ...others] = readSessions(details.output);
		if (!first) throw new Error('The webinar has a session');
		const sessions = [first, { ...first, webinar: 'Moved', schedule: 7 }, ...others];
		const { links, problems, page, ...built } = await tableOf(details, sessions);
		expect(links.map((row) => row.webinar)).toEqual([webinar]);
		expect(problems.map((row) => row.webinar)).toEqual(['Moved', 'Deleted']);
		expect(built.text).toContain('NO LINK: The webinar has no schedule with the ID 7.');
		expect(page).toContain('The webinar has no schedule with the ID 7.');
		expect(page).not.toContain('<b>Tips');
		expect(page).toContain('&lt;b&gt;Tips &amp; &quot;tricks&quot;&lt;/b&gt;');
	});

	it('says so when there is no session in the coming week', () => {
		expect(readSessions([{ webinar_id: 7 }, { webinar_id: 8, schedules: [] }])).toEqual([]);
		for (const results of [[], [{}], [{ error: 'No webinar is chosen.' }]]) {
			expect(buildTable(results).text).toBe('No live webinar has a session in the coming week.');
		}
	});
});
