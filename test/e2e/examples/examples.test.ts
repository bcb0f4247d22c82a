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
import type { Registrant, Sandbox } from '../../../sandbox';
import { readExample } from '../../support/examples';
import { containing, matching } from '../../support/matchers';
import { unknownParametersOf } from '../../support/unknownParameters';
import { fillIn } from '../support/forms';
import { pollOften, type WatchingWorkflow } from '../support/watchingWorkflow';
import { useWorkbench, type Workbench } from '../support/workbench';
import { Visitor } from './visitor';

/** How an example is tried; test/workflow/examples asserts what its expressions make of the items. */
interface Trial {
	/** What is changed so that nobody waits: by the name of a node, parameters of it. */
	sooner?: Readonly<Record<string, INodeParameters>>;
	/** Runs it, and says what must come of it. */
	run: (workbench: Workbench, workflow: StoredWorkflow) => Promise<void>;
}

/** An example that begins with the trigger. */
interface Watch {
	sooner?: Trial['sooner'];
	/** What is so at the first poll. */
	before?: (workbench: Workbench) => unknown;
	happens?: (sandbox: Sandbox) => void;
	/** Says what the nodes of the execution gave. */
	check: (rows: (node: string) => unknown[], tried: Tried) => unknown;
}
interface Tried {
	workbench: Workbench;
	workflow: StoredWorkflow;
	watching: WatchingWorkflow;
	execution: Execution | undefined;
}

const watch = (trigger: string, { sooner = {}, before, happens, check }: Watch): Trial => ({
	sooner: { ...sooner, [trigger]: { pollTimes: pollOften, ...sooner[trigger] } },
	run: async (workbench, workflow) => {
		await before?.(workbench);
		const watching = await workbench.watch(workflow, trigger);
		happens?.(workbench.sandbox);
		const [execution] = await watching.executions(1);
		await check(rowsOf(execution), { workbench, workflow, watching, execution });
	},
});

const rowsOf = (execution: Execution | undefined) => (node: string) =>
	(execution?.output(node) ?? []).map(({ json }) => json);

const onboarding = { product: 'live', webinarId: 1 } as const;
const anywhere = { product: 'automated', webinarId: 102 } as const;
const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
const ben = { firstName: 'Ben', email: 'ben@example.com' };
/** Of Meta's own examples. */
const john = {
	...{ firstName: 'John', email: 'John_Smith@gmail.com' },
	...{ phoneCountryCode: '+1', phone: '6505551212' },
};

/** Registers people, to each of whom the same happens. */
const add = (sandbox: Sandbox, people: ReadonlyArray<typeof ben>, happens: (person: Registrant) => void) =>
	sandbox.addRegistrants(onboarding, people).forEach(happens);

/** Runs an example by hand. @returns what its nodes gave */
async function runByHand({ n8n }: Workbench, workflow: StoredWorkflow) {
	const execution = await Execution.ended(n8n, await runManually(n8n, workflow, 'Start by Hand'));
	expect(execution.error).toBeUndefined();
	return rowsOf(execution);
}

const trials: Readonly<Record<string, Trial>> = {
	'contacts-to-webinar.json': {
		run: async (workbench, workflow) => {
			const rows = await runByHand(workbench, workflow);
			const registered = [
				'siobhan.obrien@example.com',
				'mateusz.nowak@example.com',
				'aiko.tanaka@example.net',
			];
			expect(rows('Registered')).toMatchObject(registered.map((email) => ({ email })));
			expect(rows('Skipped')).toMatchObject([{ email: 'chidi.okafor@example.org' }]);
			expect(rows('Refused')).toMatchObject([
				{ last_name: 'Hoffmann', reason: containing('is not an email address') },
				{ last_name: 'Duarte', reason: containing('First Name is missing') },
			]);
			const again = await runByHand(workbench, workflow);
			expect(again('Skipped')).toHaveLength(4);
			expect(workbench.sandbox.registrants.map(({ email }) => email).sort()).toEqual(registered.sort());
		},
	},

	'one-click-links.json': {
		run: async (workbench, workflow) => {
			const rows = await runByHand(workbench, workflow);
			const links = Array.from({ length: 4 }, () => expect.anything() as unknown);
			expect(rows('Build Table')).toMatchObject([{ problems: [], links }]);
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

	'new-registrants-into-a-table.json': watch('Somebody Registered', {
		before: ({ sandbox }) => sandbox.addRegistrants(onboarding, 2),
		happens: (sandbox) => {
			sandbox.addRegistrants(onboarding, [{ ...ann, phoneCountryCode: '+44', phone: '20' }, ben]);
		},
		check: async (rows, { workbench, workflow }) => {
			expect(rows('Add to the Table')).toHaveLength(2);
			expect(await readRows(workbench.n8n, chosenTable(workflow))).toMatchObject([
				{ email: ann.email, phone: '+4420' },
				{ email: ben.email, phone: '' },
			]);
		},
	}),

	'attended-but-did-not-buy.json': watch('Somebody Attended', {
		sooner: { 'Give Time to Buy': { unit: 'seconds', amount: 1 } },
		happens: (sandbox) => {
			add(sandbox, [ann], (person) => sandbox.attend(person, { live: 3000 }));
			add(sandbox, [ben], (person) => {
				sandbox.attend(person, { replay: 300 });
				sandbox.buy(person, { replay: 49 });
			});
		},
		check: (rows) => {
			expect(rows('Follow Up')).toMatchObject([{ email: ann.email }]);
			expect(rows('Say Thank You')).toMatchObject([{ email: ben.email }]);
		},
	}),

	'leads-to-webinar.json': {
		run: async (workbench, workflow) => {
			const { n8n, sandbox } = workbench;
			const confirmed = (await runByHand(workbench, workflow))('Confirmation');
			expect(confirmed).toHaveLength(1);
			expect((await runByHand(workbench, workflow))('Confirmation')).toEqual(confirmed);
			expect(sandbox.registrants).toMatchObject([{ email: 'ann.lee@example.com', firstName: 'Ann' }]);

			const webhook = await Webhook.publish(n8n, workflow, 'contact-got-a-tag');
			const lead = { first_name: 'Ben', email: ben.email, consent: true };
			expect(await webhook.call([lead])).toBe(1);
			expect(await webhook.call([lead], webhookHeader)).toBe(0);
			await waitFor(() => sandbox.registrants.length === 2, { timeout: 10_000 });
			expect(sandbox.registrants[1]).toMatchObject(ben);
		},
	},

	'attendee-to-crm-tag.json': watch('Somebody Attended', {
		happens: (sandbox) => {
			sandbox.addRegistrants(onboarding, [ben]);
			add(sandbox, [ann], (person) => sandbox.attend(person, { live: 3000 }));
		},
		check: (rows) => expect(rows('Contact and Tag')).toMatchObject([{ email: ann.email }]),
	}),

	'no-show-follow-up.json': watch('Somebody Did Not Attend', {
		// The session of this webinar starts at the registration, and is over a minute later.
		sooner: { 'Somebody Did Not Attend': { webinarId: byId(4), minutesAfterStart: 1 } },
		happens: (sandbox) => {
			const [, other] = sandbox.addRegistrants({ product: 'live', webinarId: 4 }, [ann, ben]);
			if (other) sandbox.attend(other, { live: 60 });
		},
		check: (rows) => expect(rows('Follow-Up')).toMatchObject([{ to: ann.email }]),
	}),

	'move-to-another-session.json': {
		run: async (workbench, workflow) => {
			const { n8n, sandbox } = workbench;
			const briefing = { product: 'live', webinarId: 5 } as const;
			sandbox.addRegistrants({ ...briefing, schedule: 51 }, [
				{ ...ann, phoneCountryCode: '+44', phone: '2012345' },
			]);
			const webhook = await Webhook.publish(n8n, workflow, 'another-session');
			const call = { email: ann.email, first_name: 'Ann', phone: '+44 20 12345' };
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
			const outputs = (node: string) => executions.flatMap((execution) => rowsOf(execution)(node));

			const rows = sandbox.registrants.map(({ schedule, subscribed }) => [schedule, subscribed]);
			expect(rows).toEqual([
				[51, false],
				[52, true],
			]);
			expect(outputs('CRM Contact')).toEqual([
				{
					email: 'ann@example.com',
					room_link: `${sandbox.url}/room/live/${sandbox.registrants[1]?.token}`,
					session: matching(/16:00 \(Europe\/Berlin\)$/),
				},
			]);
			expect(outputs('Failed')).toHaveLength(2);
			expect(outputs('Failed')).toEqual(
				expect.arrayContaining([
					{ email: 'ann@example.com', reason: 'This session is not on offer.' },
					{ email: 'ben@example.com', reason: containing('ben@example.com') },
				]),
			);
		},
	},

	'calendar-entry.json': watch('Somebody Registered', {
		happens: (sandbox) => {
			sandbox.addRegistrants(onboarding, [ann]);
			add(sandbox, [ben], (person) => sandbox.startSession(person, 10));
		},
		check: async (rows, { workbench: { n8n, sandbox }, execution }) => {
			expect(rows('No Entry')).toMatchObject([{ email: ben.email }]);
			const [file, ...others] = execution?.output('Calendar File') ?? [];
			expect(others).toEqual([]);
			const [registrant] = sandbox.registrants;
			const start = DateTime.fromMillis(registrant?.startsAt ?? NaN, { zone: 'utc' });
			const at = (minutes: number) => start.plus({ minutes }).toFormat("yyyyMMdd'T'HHmmss'Z'");
			const text = await readFile(n8n, file?.binary?.data);
			expect(text).toContain('SUMMARY:Get started in one hour\r\n');
			expect(text).toContain(`DTSTART:${at(0)}\r\nDTEND:${at(60)}\r\n`);
			const address = `LOCATION:${sandbox.url}/room/live/${registrant?.token}`;
			expect(text.replaceAll(/\r\n\s/g, '')).toContain(address);
		},
	}),

	'text-message-reminder.json': watch('A Session Starts Soon', {
		sooner: { 'A Session Starts Soon': { minutesBefore: 60 * 24 * 30 } },
		before: async (workbench) => {
			const { sandbox } = workbench;
			const callback = { resource: 'live', operation: 'register', webinarId: byId(9), firstName: 'Ann' };
			for (const smsConsent of [true, false]) {
				const additionalFields = { lastName: 'Lee', phone: '+44 7700 900123', smsConsent };
				const email = `${smsConsent}@example.com`;
				await workbench.run({ ...callback, schedule: byId('next'), email, additionalFields });
			}
			for (const { token } of sandbox.registrants)
				await (await request(`${sandbox.url}/confirm/${token}`, { method: 'POST' })).body.dump();
		},
		check: (rows, { workbench: { sandbox } }) => {
			const link = `${sandbox.url}/room/live/${sandbox.registrants[0]?.token}`;
			expect(rows('Text Message')).toEqual([
				expect.objectContaining({ to: '+447700900123', text: containing(link) }),
			]);
			expect(rows('Text Message')).toMatchObject([
				{ text: matching(/^Ann, We call you back starts in \d+ minutes: http/) },
			]);
		},
	}),

	'conversions-for-advertising.json': watch('Somebody Registered', {
		happens: (sandbox) => void sandbox.addRegistrants(onboarding, [john]),
		check: async (rows, { workbench: { sandbox }, watching }) => {
			// The hash of Meta's own example.
			const em = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';
			expect(rows('Hashed')).toMatchObject([{ em, ph: matching(/^\w{64}$/) }]);
			sandbox.addRegistrants(onboarding, [john, ann]);
			const [, second] = await watching.executions(2);
			expect(rowsOf(second)('Hashed')).toMatchObject([{ ph: '', google_phone: '' }]);
		},
	}),

	'upcoming-sessions-newsletter.json': {
		run: async (workbench, workflow) => {
			const rows = await runByHand(workbench, workflow);
			const text = matching(/Get started in one hour\n.* \(America\/New_York\)\nhttp/);
			const html = containing(`${workbench.sandbox.url}/register/1/kvn1042`);
			expect(rows('Newsletter')).toMatchObject([{ text, html }]);
		},
	},

	'instant-events.json': {
		run: async (workbench, workflow) => {
			const { n8n, sandbox } = workbench;
			sandbox.addRegistrants(onboarding, [ann, ben]);
			const webhook = await Webhook.publish(n8n, workflow, 'webinar-event');
			const { email } = ann;
			expect(await webhook.call([{ email }])).toBe(1);
			expect(await webhook.call([{ email }], webhookHeader)).toBe(0);
			const isSearched = () => sandbox.calls.some(({ parameters }) => parameters.search === email);
			await waitFor(isSearched, { timeout: 10_000 });
		},
	},

	'thank-you-page.json': {
		sooner: { 'Give the List Time': { amount: 1 } },
		run: async ({ n8n, sandbox }, workflow) => {
			sandbox.addRegistrants(onboarding, [{ firstName: 'Joann', email: 'joann@example.com' }, ann, ann]);
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
				return rowsOf(execution)('Follow-Up');
			};
			const arrival = { wj_lead_email: 'Ann@example.com', wj_lead_first_name: '<b>Forged</b>' };
			expect(await visit(arrival)).toMatchObject([
				{ to: 'ann@example.com', text: matching(/^Hello Ann,[^]*\/room\/live\//) },
			]);
			expect(await visit(arrival)).toEqual([]);
			expect(await visit({ wj_lead_email: 'nobody@example.com' })).toEqual([]);
			expect(await visit({ redirect: 'https://example.org' })).toEqual([]);
		},
	},

	'reminder-before-a-session.json': watch('A Session Starts Soon', {
		sooner: { 'A Session Starts Soon': { minutesBefore: 60 * 24 * 30 } },
		before: async ({ sandbox }) => {
			const [, other] = sandbox.addRegistrants(onboarding, [ann, ben]);
			await request(`${sandbox.url}/unsubscribe/${other?.token}`, { method: 'POST' });
		},
		check: (rows, { workbench: { sandbox } }) => {
			const subject = 'Soon: Get started in one hour';
			const text = containing(`${sandbox.url}/room/live/${sandbox.registrants[0]?.token}`);
			expect(rows('Reminder')).toMatchObject([{ to: ann.email, subject, text }]);
			const start = matching(/starts on \d{4}-\d{2}-\d{2} \d{2}:\d{2} \(America\/New_York\)/);
			expect(rows('Reminder')).toMatchObject([{ text: start }]);
		},
	}),
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

	it.each(exampleFiles)('%s works once its credential is chosen', async (file) => {
		const { sooner = {}, run } = trials[file] ?? {};
		if (!run) throw new Error(`There is no trial of ${file}`);
		const example = await prepareExample(workbench.n8n, file, workbench.credential);
		const nodes = example.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...sooner[node.name] },
		}));
		await run(workbench, await createWorkflow(workbench.n8n, { ...example, nodes }));
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
});
