import { randomUUID } from 'node:crypto';

import { DateTime } from 'luxon';
import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import waitFor from 'p-wait-for';
import { request } from 'undici';
import { z } from 'zod/v4';

import { readRows } from '../../../tools/realN8n/dataTables';
import { byId } from '../../../tools/engine/parameters';
import { exampleFiles, prepareExample, webhookHeader } from '../../../tools/realN8n/examples';
import { type BinaryData, endedExecutions, Execution } from '../../../tools/realN8n/executions';
import type { N8nClient } from '../../../tools/realN8n/n8nClient';
import { Webhook } from '../../../tools/realN8n/webhook';
import { createWorkflow, publish, runManually, type StoredWorkflow } from '../../../tools/realN8n/workflows';
import { readExample } from '../../support/examples';
import { expressionsOf } from '../../support/recipes';
import { unknownParametersOf } from '../../support/unknownParameters';
import { fillIn } from '../support/forms';
import { pollOften } from '../support/watchingWorkflow';
import { useWorkbench, type Workbench } from '../support/workbench';
import { Visitor } from './visitor';

/** How an example is tried. */
interface Trial {
	/** What is changed so that nobody waits: by the name of a node, parameters of it. */
	sooner?: Readonly<Record<string, INodeParameters>>;
	/** Runs it, and says what must come of it. */
	run: (workbench: Workbench, workflow: StoredWorkflow) => Promise<void>;
}

const onboarding = { product: 'live', webinarId: 1 } as const;
const anywhere = { product: 'automated', webinarId: 102 } as const;

const runByHand = async ({ n8n }: Workbench, workflow: StoredWorkflow) =>
	await Execution.ended(n8n, await runManually(n8n, workflow, 'Start by Hand'));

const trials: Readonly<Record<string, Trial>> = {
	'contacts-to-webinar.json': {
		run: async (workbench, workflow) => {
			const execution = await runByHand(workbench, workflow);
			expect(execution.error).toBeUndefined();
			const emails = (node: string) => execution.output(node).map(({ json }) => json.email);
			expect(emails('Registered')).toEqual([
				'siobhan.obrien@example.com',
				'mateusz.nowak@example.com',
				'aiko.tanaka@example.net',
			]);
			expect(emails('Skipped')).toEqual(['chidi.okafor@example.org']);
			expect(execution.output('Refused').map(({ json }) => [json.last_name, json.reason])).toEqual([
				['Hoffmann', expect.stringContaining('is not an email address')],
				['Duarte', expect.stringContaining('First Name is required')],
			]);
			const registered = emails('Registered').sort();
			expect(workbench.sandbox.registrants.map(({ email }) => email).sort()).toEqual(registered);

			const again = await runByHand(workbench, workflow);
			expect(again.error).toBeUndefined();
			expect(again.output('Skipped')).toHaveLength(4);
			expect(workbench.sandbox.registrants).toHaveLength(registered.length);
		},
	},

	'one-click-links.json': {
		run: async (workbench, workflow) => {
			const execution = await runByHand(workbench, workflow);
			expect(execution.error).toBeUndefined();
			const [table] = execution.output('Build Table');
			expect(table?.json.problems).toEqual([]);
			expect(table?.json.links).toHaveLength(4);

			await publish(workbench.n8n, workflow);
			const page = await live(`${workbench.n8n.url}/webhook/one-click-links`);
			expect(page).toContain('<h1>One-click links of the coming week</h1>');
			expect(page).toContain(`${workbench.sandbox.url}/register/1click/1/kvn1042`);
		},
	},

	'registration-form.json': {
		run: async (workbench, workflow) => {
			await publish(workbench.n8n, workflow);
			const form = `${workbench.n8n.url}/form/5b0f6c1e-9d0a-4f4e-8a57-3c1c7d2e9b11`;
			expect(await live(form)).toContain('Register for the webinar');

			const consent = ['Register me, handle my data for this, and contact me about the webinar.'];
			const ending = await fillIn(form, ['Ann', 'ann@example.com', consent]);
			const [registrant] = workbench.sandbox.registrants;
			expect(registrant).toMatchObject({ firstName: 'Ann', email: 'ann@example.com', webinarId: 1 });
			expect(ending).toContain('You are registered');
			expect(ending).toContain(`${workbench.sandbox.url}/room/live/${registrant?.token}`);

			workbench.sandbox.fail({ operation: 'register', kind: 'answer', status: 422 });
			const failure = await fillIn(form, ['Ben', 'ben@example.com', consent]);
			expect(failure).toContain('You are not registered yet');
			expect(failure).not.toContain('Could not register');
			expect(workbench.sandbox.registrants).toHaveLength(1);
		},
	},

	'session-choice-form.json': {
		run: async ({ n8n, sandbox }, workflow) => {
			await publish(n8n, workflow);
			const form = `${n8n.url}/form/9a4be1c7-3d52-4b08-8f6e-17c0d2a95e31`;
			await live(form);
			const visitor = await Visitor.arrive(n8n.line.name);
			const { page } = visitor;
			/** Fills in the first page. @returns the sessions on the next one */
			const begin = async (next: string) => {
				await page.goto(`${form}?Time%20Zone=Europe/Berlin`);
				await page.getByLabel('First Name').fill('Ann');
				await page.getByLabel('Email').fill('ann@example.com');
				await page.getByText('Register me').click();
				await visitor.screenshot('visitor');
				const text = await visitor.submit(next);
				return text.match(/^\w+day, \d+ \w+, \d\d:\d\d$/gm) ?? [];
			};
			/** Chooses a session, and something happens before the page is sent. */
			const choose = async (session: string, ending: string, name: string, meanwhile = () => {}) => {
				await page.getByLabel(session).click();
				await visitor.screenshot('sessions');
				meanwhile();
				await visitor.submit(ending);
				await visitor.screenshot(name);
			};
			try {
				const sessions = await begin('Times are in Europe/Berlin');
				expect(sessions).toHaveLength(6);
				const [, , third = ''] = sessions;
				await choose(third, `${third} (Europe/Berlin)`, 'registered');
				const [ann] = sandbox.registrants;
				expect(ann).toMatchObject({ firstName: 'Ann', email: 'ann@example.com', webinarId: 102 });
				const start = DateTime.fromMillis(ann?.startsAt ?? NaN, { zone: 'Europe/Berlin' });
				expect(start.toFormat('cccc, d LLLL, HH:mm')).toBe(third);
				const room = page.getByRole('link', { name: 'Your own link to the room' });
				expect(await room.getAttribute('href')).toBe(`${sandbox.url}/room/live/${ann?.token}`);

				await begin('Times are in');
				const refuse = () => sandbox.fail({ operation: 'register', kind: 'answer', status: 422 });
				await choose(third, 'This is not your fault', 'failed', refuse);
				await begin('Times are in');
				const end = () => sandbox.changeWebinar(anywhere, { sessions: [] });
				await choose(third, 'This session is not on offer any more', 'gone', end);
				await begin('No session is planned');
				await visitor.screenshot('no-session');
				expect(sandbox.registrants).toHaveLength(1);
			} finally {
				await visitor.leave();
			}
		},
	},

	'new-registrants-into-a-table.json': {
		sooner: { 'Somebody Registered': { pollTimes: pollOften } },
		run: async (workbench, workflow) => {
			const { n8n, sandbox } = workbench;
			sandbox.addRegistrants(onboarding, 2);
			const watching = await workbench.watch(workflow, 'Somebody Registered');
			const [ann, ben] = sandbox.addRegistrants(onboarding, [
				{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phoneCountryCode: '+44', phone: '20' },
				{ firstName: 'Ben', email: 'ben@example.com' },
			]);
			const [execution] = await watching.executions(1);
			expect(execution?.output('Add to the Table')).toHaveLength(2);
			const row = (person: typeof ann) => ({
				lead_id: person?.leadId,
				schedule_id: 11,
				first_name: person?.firstName,
				last_name: person?.lastName ?? '',
				email: person?.email,
				phone: person?.phone ? '+4420' : '',
				session: expect.stringMatching(/\d{4}/) as string,
				registered: expect.stringMatching(/\d{4}/) as string,
			});
			expect(await readRows(n8n, chosenTable(workflow))).toMatchObject([row(ann), row(ben)]);
		},
	},

	'attended-but-did-not-buy.json': {
		sooner: {
			'Somebody Attended': { pollTimes: pollOften },
			'Give Time to Buy': { unit: 'seconds', amount: 1 },
		},
		run: async (workbench, workflow) => {
			const { sandbox } = workbench;
			const [ann, ben] = sandbox.addRegistrants(onboarding, 3);
			if (!ann || !ben) throw new Error('Three people are registered');
			const watching = await workbench.watch(workflow, 'Somebody Attended');
			sandbox.attend(ann, { live: 3000 });
			sandbox.attend(ben, { replay: 300 });
			sandbox.buy(ben, { replay: 49 });
			const [execution] = await watching.executions(1);
			const emails = (node: string) => execution?.output(node).map(({ json }) => json.email);
			expect(emails('Follow Up')).toEqual([ann.email]);
			expect(emails('Say Thank You')).toEqual([ben.email]);
		},
	},

	'leads-to-webinar.json': {
		run: async (workbench, workflow) => {
			const { n8n, sandbox } = workbench;
			const confirm = async () => {
				const execution = await runByHand(workbench, workflow);
				expect(execution.error).toBeUndefined();
				return execution.output('Confirmation').map(({ json }) => json.text);
			};
			const confirmed = await confirm();
			expect(confirmed).toHaveLength(1);
			expect(await confirm()).toEqual(confirmed);
			expect(sandbox.registrants).toMatchObject([{ email: 'ann.lee@example.com', firstName: 'Ann' }]);

			const webhook = await Webhook.publish(n8n, workflow, 'contact-got-a-tag');
			const ben = { first_name: 'Ben', email: 'ben@example.com', consent: true };
			expect(await webhook.call([ben])).toBe(1);
			expect(await webhook.call([ben], webhookHeader)).toBe(0);
			await waitFor(() => sandbox.registrants.length === 2, { timeout: 10_000 });
			expect(sandbox.registrants[1]).toMatchObject({ email: 'ben@example.com' });
		},
	},

	'attendee-to-crm-tag.json': {
		sooner: { 'Somebody Attended': { pollTimes: pollOften } },
		run: async (workbench, workflow) => {
			const { sandbox } = workbench;
			const [ann] = sandbox.addRegistrants(onboarding, 2);
			if (!ann) throw new Error('Two people are registered');
			const watching = await workbench.watch(workflow, 'Somebody Attended');
			sandbox.attend(ann, { live: 3000 });
			const [execution] = await watching.executions(1);
			const tagged = execution?.output('Contact and Tag').map(({ json }) => json);
			expect(tagged).toMatchObject([{ email: ann.email, tag: 'attended webinar: Get started in one hour' }]);
		},
	},

	'no-show-follow-up.json': {
		// The session of this webinar starts at the registration, and is over a minute later.
		sooner: {
			'Somebody Did Not Attend': { pollTimes: pollOften, webinarId: byId(4), minutesAfterStart: 1 },
		},
		run: async (workbench, workflow) => {
			const { sandbox } = workbench;
			const watching = await workbench.watch(workflow, 'Somebody Did Not Attend');
			const [ann, ben] = sandbox.addRegistrants({ product: 'live', webinarId: 4 }, 2);
			if (!ann || !ben) throw new Error('Two people are registered');
			sandbox.attend(ben, { live: 60 });
			const [execution] = await watching.executions(1);
			const letters = execution?.output('Follow-Up').map(({ json }) => json);
			expect(letters).toMatchObject([{ to: ann.email, subject: 'You missed: A demo, right now' }]);
		},
	},

	'move-to-another-session.json': {
		run: async (workbench, workflow) => {
			const { n8n, sandbox } = workbench;
			const briefing = { product: 'live', webinarId: 5 } as const;
			const [ann] = sandbox.addRegistrants({ ...briefing, schedule: 51 }, [
				{ firstName: 'Ann', email: 'ann@example.com', phoneCountryCode: '+44', phone: '2012345' },
			]);
			const webhook = await Webhook.publish(n8n, workflow, 'another-session');
			const call = { email: ann?.email, first_name: 'Ann', phone: '+44 20 12345' };
			const calls = [
				{ ...call, session: 99 },
				{ ...call, session: 52, email: 'ben@example.com' },
			];
			expect(await webhook.call([...calls, { ...call, session: 52 }], webhookHeader)).toBe(0);
			await waitFor(async () => (await endedExecutions(n8n, workflow.id, ['success'])).count === 3, {
				timeout: 20_000,
			});
			const { ids } = await endedExecutions(n8n, workflow.id);
			const executions = await Promise.all(ids.map((id) => Execution.ended(n8n, id)));
			const outputs = (node: string) =>
				executions.flatMap((execution) => execution.output(node).map(({ json }) => json));

			const rows = sandbox.registrants.map(({ schedule, subscribed }) => [schedule, subscribed]);
			expect(rows).toEqual([
				[51, false],
				[52, true],
			]);
			expect(outputs('CRM Contact')).toEqual([
				{
					email: 'ann@example.com',
					room_link: `${sandbox.url}/room/live/${sandbox.registrants[1]?.token}`,
					session: expect.stringMatching(/16:00 \(Europe\/Berlin\)$/) as string,
				},
			]);
			expect(outputs('Failed')).toHaveLength(2);
			expect(outputs('Failed')).toEqual(
				expect.arrayContaining([
					{ email: 'ann@example.com', reason: 'This session is not on offer.' },
					{ email: 'ben@example.com', reason: expect.stringContaining('ben@example.com') as string },
				]),
			);
		},
	},

	'calendar-entry.json': {
		sooner: { 'Somebody Registered': { pollTimes: pollOften } },
		run: async (workbench, workflow) => {
			const { n8n, sandbox } = workbench;
			const watching = await workbench.watch(workflow, 'Somebody Registered');
			const [ann, ben] = sandbox.addRegistrants(onboarding, 2);
			if (!ann || !ben) throw new Error('Two people are registered');
			sandbox.startSession(ben, 10);
			const [execution] = await watching.executions(1);
			expect(execution?.output('No Entry').map(({ json }) => json.email)).toEqual([ben.email]);
			const [file, ...others] = execution?.output('Calendar File') ?? [];
			expect(others).toEqual([]);
			const start = (minutes: number) =>
				DateTime.fromMillis(ann.startsAt, { zone: 'utc' }).plus({ minutes }).toFormat("yyyyMMdd'T'HHmmss'Z'");
			const text = await readFile(n8n, file?.binary?.data);
			expect(text).toContain('SUMMARY:Get started in one hour\r\n');
			expect(text).toContain(`DTSTART:${start(0)}\r\nDTEND:${start(60)}\r\n`);
			expect(text.replaceAll(/\r\n\s/g, '')).toContain(`LOCATION:${sandbox.url}/room/live/${ann.token}`);
		},
	},

	'text-message-reminder.json': {
		sooner: { 'A Session Starts Soon': { pollTimes: pollOften, minutesBefore: 60 * 24 * 30 } },
		run: async (workbench, workflow) => {
			const { sandbox } = workbench;
			const callback = { resource: 'live', operation: 'register', webinarId: byId(9) };
			for (const [email, smsConsent] of [
				['ann@example.com', true],
				['ben@example.com', false],
			] as const) {
				const contact = { lastName: 'Lee', phone: '+44 7700 900123', smsConsent };
				await workbench.run({
					...{ ...callback, schedule: { __rl: true, mode: 'list', value: 'next' } },
					...{ firstName: 'Ann', email, additionalFields: contact },
				});
			}
			for (const { token } of sandbox.registrants)
				await (await request(`${sandbox.url}/confirm/${token}`, { method: 'POST' })).body.dump();
			const watching = await workbench.watch(workflow, 'A Session Starts Soon');
			const [execution] = await watching.executions(1);
			const [message, ...others] = execution?.output('Text Message').map(({ json }) => json) ?? [];
			expect(others).toEqual([]);
			expect(message?.to).toBe('+447700900123');
			const link = `${sandbox.url}/room/live/${sandbox.registrants[0]?.token}`;
			expect(message?.text).toMatch(/^Ann, We call you back starts in \d+ minutes: http/);
			expect(message?.text).toContain(link);
		},
	},

	'conversions-for-advertising.json': {
		sooner: { 'Somebody Registered': { pollTimes: pollOften } },
		run: async (workbench, workflow) => {
			const { sandbox } = workbench;
			const watching = await workbench.watch(workflow, 'Somebody Registered');
			// The hashes of Meta's own examples.
			const phone = { phoneCountryCode: '+1', phone: '6505551212' };
			const john = { firstName: 'John', email: 'John_Smith@gmail.com', ...phone };
			sandbox.addRegistrants(onboarding, [john]);
			const [first] = await watching.executions(1);
			const hashed = (execution: Execution | undefined) =>
				execution?.output('Hashed').map(({ json }) => json);
			expect(hashed(first)).toMatchObject([
				{
					em: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
					ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
				},
			]);
			sandbox.addRegistrants(onboarding, [john, { firstName: 'Ann', email: 'ann@example.com' }]);
			const [, second] = await watching.executions(2);
			expect(hashed(second)).toMatchObject([{ ph: '', google_phone: '' }]);
		},
	},

	'upcoming-sessions-newsletter.json': {
		run: async (workbench, workflow) => {
			const execution = await runByHand(workbench, workflow);
			expect(execution.error).toBeUndefined();
			const [newsletter] = execution.output('Newsletter');
			expect(newsletter?.json.text).toMatch(/Get started in one hour\n.* \(America\/New_York\)\nhttp/);
			expect(newsletter?.json.html).toContain(`${workbench.sandbox.url}/register/1/kvn1042`);
		},
	},

	'instant-events.json': {
		run: async (workbench, workflow) => {
			const { n8n, sandbox } = workbench;
			const [ann] = sandbox.addRegistrants(onboarding, 2);
			const webhook = await Webhook.publish(n8n, workflow, 'webinar-event');
			expect(await webhook.call([{ email: ann?.email }])).toBe(1);
			expect(await webhook.call([{ email: ann?.email }], webhookHeader)).toBe(0);
			const isSearched = () => sandbox.calls.some(({ parameters }) => parameters.search === ann?.email);
			await waitFor(isSearched, { timeout: 10_000 });
		},
	},

	'thank-you-page.json': {
		sooner: { 'Give the List Time': { amount: 1 } },
		run: async ({ n8n, sandbox }, workflow) => {
			sandbox.addRegistrants(onboarding, [
				{ firstName: 'Joann', email: 'joann@example.com' },
				{ firstName: 'Ann', email: 'ann@example.com' },
				{ firstName: 'Ann', email: 'ann@example.com' },
			]);
			const { address } = await Webhook.publish(n8n, workflow, 'registered', 'GET');
			/** @returns who is followed up */
			const visit = async (parameters: Record<string, string>) => {
				const before = await endedExecutions(n8n, workflow.id);
				const query = new URLSearchParams(parameters);
				const { statusCode, headers } = await request(`${address}?${query.toString()}`);
				expect([statusCode, headers.location]).toEqual([307, 'https://example.com/thank-you']);
				const ended = async () => (await endedExecutions(n8n, workflow.id)).ids;
				await waitFor(async () => (await ended()).length > before.count, { timeout: 30_000 });
				const [id = ''] = (await ended()).filter((one) => !before.ids.includes(one));
				const execution = await Execution.ended(n8n, id);
				expect(execution.error).toBeUndefined();
				return execution.output('Follow-Up').map(({ json }) => json);
			};
			const arrival = { wj_lead_email: 'Ann@example.com', wj_lead_first_name: '<b>Forged</b>' };
			expect(await visit(arrival)).toMatchObject([
				{ to: 'ann@example.com', text: expect.stringMatching(/^Hello Ann,[^]*\/room\/live\//) as string },
			]);
			expect(await visit(arrival)).toEqual([]);
			expect(await visit({ wj_lead_email: 'nobody@example.com' })).toEqual([]);
			expect(await visit({ redirect: 'https://example.org' })).toEqual([]);
		},
	},

	'reminder-before-a-session.json': {
		sooner: { 'A Session Starts Soon': { pollTimes: pollOften, minutesBefore: 60 * 24 * 30 } },
		run: async (workbench, workflow) => {
			const { sandbox } = workbench;
			const [ann, ben] = sandbox.addRegistrants(onboarding, 2);
			if (!ann || !ben) throw new Error('Two people are registered');
			await request(`${sandbox.url}/unsubscribe/${ben.token}`, { method: 'POST' });
			const watching = await workbench.watch(workflow, 'A Session Starts Soon');
			const [execution] = await watching.executions(1);
			const reminders = execution?.output('Reminder').map(({ json }) => json);
			expect(reminders).toMatchObject([{ to: ann.email, subject: 'Soon: Get started in one hour' }]);
			expect(reminders?.[0]?.text).toContain(`${sandbox.url}/room/live/${ann.token}`);
			expect(reminders?.[0]?.text).toMatch(/starts on \d{4}-\d{2}-\d{2} \d{2}:\d{2} \(America\/New_York\)/);
		},
	},
};

const allTypes = z.array(
	z.custom<INodeTypeDescription>((type) => z.object({ name: z.string() }).safeParse(type).success),
);

const withTable = z.looseObject({
	nodes: z.array(
		z.object({ parameters: z.object({ dataTableId: z.object({ value: z.string() }).optional() }) }),
	),
});

function chosenTable(workflow: StoredWorkflow): string {
	const chosen = withTable.parse(workflow).nodes.flatMap(({ parameters }) => parameters.dataTableId ?? []);
	return chosen[0]?.value ?? '';
}

/** A file as n8n stored it: with the execution, or in a folder. */
async function readFile(n8n: N8nClient, { id, data }: BinaryData = {}): Promise<string> {
	if (id === undefined) return Buffer.from(data ?? '', 'base64').toString();
	return await n8n.file(`/rest/binary-data?${new URLSearchParams({ id, action: 'download' }).toString()}`);
}

/** The page at an address of n8n, once it is live: that takes a moment after publishing. */
async function live(url: string): Promise<string> {
	let page = '';
	await waitFor(
		async () => {
			const { statusCode, body } = await request(url);
			page = await body.text();
			return statusCode === 200;
		},
		{ interval: 100, timeout: 10_000 },
	);
	return page;
}

describe('the example', () => {
	const workbench = useWorkbench();

	/** An example to publish, with its credential and some parameters changed by the name of a node. */
	const prepare = async (file: string, changes: Trial['sooner'] = {}) => {
		const example = await prepareExample(workbench.n8n, file, workbench.credential);
		const nodes = example.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...changes[node.name] },
		}));
		return { ...example, nodes };
	};

	it.each(exampleFiles)('%s works once its credential is chosen', async (file) => {
		const trial = trials[file];
		if (!trial) throw new Error(`There is no trial of ${file}`);
		const workflow = await createWorkflow(workbench.n8n, await prepare(file, trial.sooner));
		await trial.run(workbench, workflow);
	});

	it('has only names and values that its disabled nodes know', async () => {
		const types = allTypes.parse(JSON.parse(await workbench.n8n.file('/types/nodes.json')));
		const disabled = exampleFiles.flatMap((file) => readExample(file).nodes.filter((node) => node.disabled));
		expect(disabled.map(({ name }) => name)).toContain('Google Calendar');
		const unknown = disabled.flatMap((node) => {
			const description = types.find(
				({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
			);
			return description ? unknownParametersOf(node, { description }) : [node.type];
		});
		expect(unknown).toEqual([]);
	});

	it('registration-form.json ends as the recipe says', async () => {
		const [redirectUrl = '', completionMessage = ''] = expressionsOf('The end of a form');
		const form = await prepare('registration-form.json', {
			'Show the Room Link': { respondWith: 'redirect', redirectUrl },
			'Show the Problem': { completionMessage },
		});
		const webhookId = randomUUID();
		const nodes = form.nodes.map((node) => (node.name === 'Form' ? { ...node, webhookId } : node));
		await publish(workbench.n8n, await createWorkflow(workbench.n8n, { ...form, nodes }));
		const url = `${workbench.n8n.url}/form/${webhookId}`;
		await live(url);
		const ending = await fillIn(url, ['Ann', 'ann@example.com', ['yes']]);
		const [registrant] = workbench.sandbox.registrants;
		expect(ending).toContain(`href='${workbench.sandbox.url}/thank-you/${registrant?.token}'`);
		workbench.sandbox.fail({ operation: 'register', kind: 'answer', status: 422 });
		expect(await fillIn(url, ['Ben', 'ben@example.com', ['yes']])).toContain('Please try again later.');
		expect(await fillIn(url, ['Ben', 'ben@', ['yes']])).toContain('Please check your email address.');
	});
});
