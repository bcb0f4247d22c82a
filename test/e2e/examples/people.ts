import { DateTime } from 'luxon';

import type { BinaryData } from '../../../tools/realN8n/executions';
import { readRows } from '../../../tools/realN8n/dataTables';
import type { N8nClient } from '../../../tools/realN8n/n8nClient';
import { runManually, to } from '../../../tools/realN8n/workflows';
import { Execution } from '../../../tools/realN8n/executions';
import type { Registrant, Sandbox } from '../../../sandbox';
import { byId } from '../../../tools/engine/parameters';
import { containing, matching } from '../../support/matchers';
import { NODE_TYPE } from '../support/workbench';
import {
	ann,
	anywhere,
	ben,
	choose,
	onboarding,
	rowsOf,
	type Run,
	tableOf,
	type Trial,
	unsubscribe,
} from './trial';

const cleo = { firstName: 'Cleo', email: 'cleo@example.com' };
/** The session of each of them began half an hour ago. */
function past(sandbox: Sandbox, people: ReadonlyArray<typeof ben>): Registrant[] {
	const added = sandbox.addRegistrants(onboarding, people);
	for (const who of added) sandbox.startSession(who, 30);
	return added;
}

/** When attendance is final. */
const soon = { minutesAfterStart: 15 };

/** Watches for people whose session is over: Ann missed it, Ben came, Cleo missed it and unsubscribed. */
async function afterSession(trial: Trial, trigger: string) {
	const { sandbox } = trial.workbench;
	let unsubscribed: Promise<void> | undefined;
	const [rows] = await trial.watch(
		trigger,
		() => {
			const [, other, third] = past(sandbox, [ann, ben, cleo]);
			if (other) sandbox.attend(other, { live: 60 });
			unsubscribed = unsubscribe(sandbox, third);
		},
		{ [trigger]: soon },
	);
	await unsubscribed;
	if (!rows) throw new Error('Nothing was reported');
	return rows;
}

/** Of Meta's own examples. */
const john = {
	...{ firstName: 'John', email: 'John_Smith@gmail.com' },
	...{ phoneCountryCode: '+1', phone: '6505551212' },
};

/** Examples that begin with an event of a registrant. */
export const people: Readonly<Record<string, Run>> = {
	'new-registrants-into-a-table': async (trial) => {
		const { n8n, sandbox } = trial.workbench;
		sandbox.addRegistrants(onboarding, 2);
		await trial.watch('Somebody Registered', () =>
			sandbox.addRegistrants(onboarding, [{ ...ann, phoneCountryCode: '+44', phone: '20' }, ben]),
		);
		const date = matching(/^\w{3}, \d+ \w{3} \d{4}/);
		expect(await readRows(n8n, tableOf(trial))).toMatchObject([
			{
				email: ann.email,
				last_name: 'Lee',
				phone: '+4420',
				schedule_id: 11,
				session: date,
				registered: date,
			},
			{ email: ben.email, last_name: '', phone: '' },
		]);
	},

	'attended-but-did-not-buy': async (trial) => {
		const { sandbox } = trial.workbench;
		let unsubscribed: Promise<void> | undefined;
		const [rows] = await trial.watch(
			'Did Not Buy',
			() => {
				const [one, buyer, other] = past(sandbox, [ann, ben, cleo]);
				for (const who of [one, buyer, other]) if (who) sandbox.attend(who, { live: 60 });
				if (buyer) sandbox.buy(buyer, { replay: 49 });
				unsubscribed = unsubscribe(sandbox, other);
			},
			{ 'Did Not Buy': soon },
		);
		await unsubscribed;
		expect(rows?.('Follow-Up')).toMatchObject([
			{ to: ann.email, text: containing('Get started in one hour') },
		]);
		expect(rows?.('Left Out')).toMatchObject([{ email: cleo.email, purchased: false }]);
	},

	'attendee-to-crm-tag': async (trial) => {
		const { sandbox } = trial.workbench;
		const [rows] = await trial.watch('Somebody Attended', () => {
			const [, attendee] = sandbox.addRegistrants(onboarding, [ben, ann]);
			if (attendee) sandbox.attend(attendee, { replay: 3000 });
		});
		expect(rows?.('Contact and Tag')).toEqual([
			{
				...{ email: ann.email, first_name: 'Ann', last_name: 'Lee' },
				tag: 'attended webinar: Get started in one hour',
			},
		]);
	},

	'no-show-follow-up': async (trial) => {
		const rows = await afterSession(trial, 'Somebody Did Not Attend');
		const [missed] = trial.workbench.sandbox.registrants;
		expect(rows('Follow-Up')).toMatchObject([
			{
				...{ to: ann.email, subject: 'You missed: Get started in one hour' },
				text: containing(`${trial.workbench.sandbox.url}/room/replay/${missed?.token}`),
			},
		]);
		expect(rows('Left Out')).toMatchObject([{ email: cleo.email }]);
	},

	'invite-those-who-missed-it': async (trial) => {
		const { sandbox } = trial.workbench;
		const trigger = 'Somebody Did Not Attend';
		const rows = await afterSession(trial, trigger);
		expect(rows('Left Out')).toMatchObject([{ email: cleo.email }]);
		const text = matching(
			new RegExp(
				`^Hello Ann,\\n\\nyou missed Get started in one hour. Come to Get started in one hour on \\w+day, \\d+ \\w+, 14:00 \\(New York\\):\\n${sandbox.url}/register/1/`,
			),
		);
		expect(rows('Invitation')).toMatchObject([{ to: ann.email, text }]);

		// Ann misses another session, twice, and Dan misses his.
		const dan = { firstName: 'Dan', email: 'dan@example.com' };
		const miss = () => past(sandbox, [ann, { ...ann, email: 'ANN@example.com' }, dan, dan]);
		const sooner = { [trigger]: soon };
		const [again] = await trial.watch(trigger, miss, sooner);
		expect(again?.('Invitation')).toMatchObject([{ to: dan.email }]);

		const eve = { firstName: 'Eve', email: 'eve@example.com' };
		const [none] = await trial.watch(
			trigger,
			() => {
				past(sandbox, [eve]);
				sandbox.changeWebinar(onboarding, { sessions: [] });
			},
			sooner,
		);
		expect(none?.('Invitation')).toEqual([]);
		expect((await readRows(trial.workbench.n8n, tableOf(trial))).map(({ email }) => email)).toEqual([
			ann.email,
			dan.email,
		]);
	},

	'calendar-entry': async (trial) => {
		const { n8n, sandbox } = trial.workbench;
		const [rows] = await trial.watch('Somebody Registered', () => {
			const [, late] = sandbox.addRegistrants(onboarding, [ann, ben]);
			if (late) sandbox.startSession(late, 10);
		});
		expect(rows?.('No Entry')).toMatchObject([{ email: ben.email }]);
		const [entry, ...others] = rows?.('Calendar Entry') ?? [];
		expect(others).toEqual([]);
		const [registrant] = sandbox.registrants;
		const start = DateTime.fromMillis(registrant?.startsAt ?? NaN, { zone: 'utc' });
		const inUtc = (minutes: number) => start.plus({ minutes }).toISO({ suppressMilliseconds: true });
		const room_link = `${sandbox.url}/room/live/${registrant?.token}`;
		expect(entry).toEqual({
			...{ to: ann.email, title: 'Get started in one hour', room_link },
			...{ start: inUtc(0), end: inUtc(60) },
		});

		const registered = await registerThere(trial);
		const file = await readFile(n8n, registered.output('Calendar File')[0]?.binary?.data);
		const [, inKathmandu] = sandbox.registrants.slice(1);
		const there = DateTime.fromFormat(inKathmandu?.date ?? '', 'yyyy-MM-dd HH:mm', {
			zone: 'UTC+5:45',
		}).toUTC();
		const at = (minutes: number) => there.plus({ minutes }).toFormat("yyyyMMdd'T'HHmmss'Z'");
		expect(file).toContain('SUMMARY:At your own time\\, anywhere\r\n');
		expect(file).toContain(`DTSTART:${at(0)}\r\nDTEND:${at(60)}\r\n`);
		expect(file.replaceAll(/\r\n\s/g, '')).toContain(
			`LOCATION:${sandbox.url}/room/live/${inKathmandu?.token}`,
		);

		// The list does not say the zone of such a registrant.
		const [unknown] = await trial.watch(
			'Somebody Registered',
			() => sandbox.addRegistrants(anywhere, [ben]),
			{ 'Somebody Registered': { resource: 'automated', ...choose(102) } },
		);
		expect(unknown?.('No Entry')).toMatchObject([{ email: ben.email, starts_at: null }]);
	},

	'conversions-for-advertising': async (trial) => {
		const { sandbox } = trial.workbench;
		const trigger = 'Somebody Registered';
		const [rows] = await trial.watch(trigger, () =>
			sandbox.addRegistrants(onboarding, [john, { ...john, email: ' john_smith@gmail.com' }]),
		);
		const dotted = { firstName: 'John', email: 'John.Q.Smith@GMail.com' };
		const [second] = await trial.watch(trigger, () => sandbox.addRegistrants(onboarding, [john, dotted]));
		// The hashes of Meta's own examples; of john_smith@gmail.com, +16505551212 and johnqsmith@gmail.com.
		expect(rows?.('Hashed')).toEqual([
			{
				event_id: String(sandbox.registrants[0]?.leadId),
				em: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
				ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
				google_email: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
				google_phone: matching(/^\w{64}$/),
			},
		]);
		expect(second?.('Hashed')).toMatchObject([{ em: matching(/^\w{64}$/), ph: '', google_phone: '' }]);
	},
};

/** Registers Ann in Kathmandu, in the example with Register in place of the trigger, as its note says. */
async function registerThere(trial: Trial): Promise<Execution> {
	const { example, workbench } = trial;
	const start = {
		...example.nodes[0],
		name: 'Start by Hand',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
	};
	const nodes = example.nodes.map((node) =>
		node.name === 'Somebody Registered'
			? {
					...node,
					type: NODE_TYPE,
					parameters: {
						...{ resource: 'automated', operation: 'register', ...choose(102), timezone: 'Asia/Kathmandu' },
						...{ schedule: byId('next'), firstName: 'Ann', email: ann.email },
					},
				}
			: node,
	);
	const workflow = await trial.create({
		...example,
		nodes: [{ ...start, id: 'start', parameters: {}, position: [-300, 0] }, ...nodes],
		connections: { ...example.connections, 'Start by Hand': { main: [[to('Somebody Registered')]] } },
	});
	const id = await runManually(workbench.n8n, workflow, 'Start by Hand');
	const execution = await Execution.ended(workbench.n8n, id);
	expect(execution.error).toBeUndefined();
	expect(rowsOf(execution)('No Entry')).toEqual([]);
	return execution;
}

/** A file as n8n stored it: with the execution, or in a folder. */
async function readFile(n8n: N8nClient, { id, data }: BinaryData = {}): Promise<string> {
	if (id === undefined) return Buffer.from(data ?? '', 'base64').toString();
	return await n8n.file(`/rest/binary-data?${new URLSearchParams({ id, action: 'download' }).toString()}`);
}
