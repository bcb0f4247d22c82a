import { DateTime } from 'luxon';

import type { BinaryData } from '../support/executions';
import type { N8nClient } from '../../../tools/realN8n/n8nClient';
import { node, to } from '../../../tools/realN8n/workflows';
import type { Registrant, Sandbox } from '../../../sandbox';
import { byId } from '../../../tools/engine/parameters';
import { containing, matching } from '../../support/matchers';
import { NODE_TYPE } from '../support/workbench';
import { ann, anywhere, ben, choose, cleo, onboarding, type Run, type Trial, unsubscribe } from './trial';

const REGISTERED = 'Somebody Registered';

/** Adds registrants whose session began half an hour ago. */
function past(sandbox: Sandbox, people: ReadonlyArray<typeof ben>): Registrant[] {
	const added = sandbox.addRegistrants(onboarding, people);
	for (const who of added) sandbox.startSession(who, 30);
	return added;
}

/** Watches for people whose session is over. The last of them unsubscribes. */
async function afterSession(trial: Trial, trigger: string, happens: (sandbox: Sandbox) => Registrant[]) {
	const { sandbox } = trial.workbench;
	const act = () => unsubscribe(sandbox, happens(sandbox).at(-1));
	// Attendance is final 15 minutes after the start.
	return await trial.watch(trigger, act, { [trigger]: { minutesAfterStart: 15 } });
}

/** Adds Ann, who missed the session, Ben, who attended, and Cleo, who missed it and unsubscribes. */
function annMissesIt(sandbox: Sandbox): Registrant[] {
	const added = past(sandbox, [ann, ben, cleo]);
	for (const who of added.slice(1, 2)) sandbox.attend(who, { live: 60 });
	return added;
}

/** Examples that begin with an event of a registrant. */
export const people: Readonly<Record<string, Run>> = {
	'new-registrants-into-a-table': async (trial) => {
		const { sandbox } = trial.workbench;
		sandbox.addRegistrants(onboarding, 2);
		await trial.watch(REGISTERED, () =>
			sandbox.addRegistrants(onboarding, [{ ...ann, phoneCountryCode: '+44', phone: '20' }, ben]),
		);
		const date = matching(/^\w{3}, \d+ \w{3} \d{4}/);
		const row = { last_name: 'Lee', phone: '+4420', schedule_id: 11, session: date, registered: date };
		expect(await trial.table()).toMatchObject([
			{ email: ann.email, ...row },
			{ email: ben.email, last_name: '', phone: '' },
		]);
		await trial.watch(REGISTERED, () => sandbox.addRegistrants(onboarding, [cleo]));
		expect((await trial.table()).map(({ email }) => email)).toEqual([ann.email, ben.email, cleo.email]);
	},

	'attended-but-did-not-buy': async (trial) => {
		const rows = await afterSession(trial, 'Did Not Buy', (sandbox) => {
			const added = past(sandbox, [ann, ben, cleo]);
			for (const who of added) sandbox.attend(who, { live: 60 });
			for (const buyer of added.slice(1, 2)) sandbox.buy(buyer, { replay: 49 });
			return added;
		});
		expect(rows('Follow-Up')).toMatchObject([{ to: ann.email, text: containing('Get started in one hour') }]);
		expect(rows('Left Out')).toMatchObject([{ email: cleo.email, purchased: false }]);
	},

	'attendee-to-crm-tag': async (trial) => {
		const { sandbox } = trial.workbench;
		const rows = await trial.watch('Somebody Attended', () => {
			const [, attendee] = sandbox.addRegistrants(onboarding, [ben, ann]);
			if (attendee) sandbox.attend(attendee, { replay: 3000 });
		});
		const tag = 'attended webinar: Get started in one hour';
		const contact = { email: ann.email, first_name: 'Ann', last_name: 'Lee' };
		expect(rows('Contact and Tag')).toEqual([{ ...contact, tag }]);
	},

	'no-show-follow-up': async (trial) => {
		const rows = await afterSession(trial, 'Somebody Did Not Attend', annMissesIt);
		const { sandbox } = trial.workbench;
		const text = containing(`${sandbox.url}/room/replay/${sandbox.registrants[0]?.token}`);
		const subject = 'You missed: Get started in one hour';
		expect(rows('Follow-Up')).toMatchObject([{ to: ann.email, subject, text }]);
		expect(rows('Left Out')).toMatchObject([{ email: cleo.email }]);
	},

	'invite-those-who-missed-it': async (trial) => {
		const trigger = 'Somebody Did Not Attend';
		const rows = await afterSession(trial, trigger, annMissesIt);
		expect(rows('Left Out')).toMatchObject([{ email: cleo.email }]);
		const text = matching(
			new RegExp(
				`^Hello Ann,\\n\\nyou missed Get started in one hour. Come to Get started in one hour on \\w{3}, \\d+ \\w+ \\d{4}, 14:00 \\(New York\\):\\n${trial.workbench.sandbox.url}/register/1/`,
			),
		);
		expect(rows('Invitation')).toMatchObject([{ to: ann.email, text }]);

		// Ann misses another session, twice, and Dan misses his.
		const dan = { firstName: 'Dan', email: 'dan@example.com' };
		const again = await afterSession(trial, trigger, (sandbox) =>
			past(sandbox, [ann, { ...ann, email: 'ANN@example.com' }, dan, dan, cleo]),
		);
		expect(again('Invitation')).toMatchObject([{ to: dan.email }]);

		const none = await afterSession(trial, trigger, (sandbox) => {
			const added = past(sandbox, [{ firstName: 'Eve', email: 'eve@example.com' }, cleo]);
			sandbox.changeWebinar(onboarding, { sessions: [] });
			return added;
		});
		expect(none('Invitation')).toEqual([]);
		expect((await trial.table()).map(({ email }) => email)).toEqual([ann.email, dan.email]);
	},

	'calendar-entry': async (trial) => {
		const { n8n, sandbox } = trial.workbench;
		const rows = await trial.watch(REGISTERED, () => {
			const [, late] = sandbox.addRegistrants(onboarding, [ann, ben]);
			if (late) sandbox.startSession(late, 10);
		});
		expect(rows('No Entry')).toMatchObject([{ email: ben.email }]);
		const [registrant] = sandbox.registrants;
		const start = DateTime.fromMillis(registrant?.startsAt ?? NaN, { zone: 'utc' });
		const inUtc = (minutes: number) => start.plus({ minutes }).toISO({ suppressMilliseconds: true });
		const room_link = `${sandbox.url}/room/live/${registrant?.token}`;
		expect(rows('Calendar Entry')).toEqual([
			{
				to: ann.email,
				title: 'Get started in one hour',
				room_link,
				start: inUtc(0),
				end: inUtc(60),
			},
		]);

		const registered = await registerThere(trial);
		expect(registered('No Entry')).toEqual([]);
		const file = await readFile(n8n, registered.execution.output('Calendar File')[0]?.binary?.data);
		const [, inKathmandu] = sandbox.registrants.slice(1);
		const zone = 'UTC+5:45';
		const there = DateTime.fromFormat(inKathmandu?.date ?? '', 'yyyy-MM-dd HH:mm', { zone }).toUTC();
		const at = (minutes: number) => there.plus({ minutes }).toFormat("yyyyMMdd'T'HHmmss'Z'");
		expect(file).toContain('SUMMARY:At your own time\\, anywhere\r\n');
		expect(file).toContain(`DTSTART:${at(0)}\r\nDTEND:${at(60)}\r\n`);
		expect(file.replaceAll(/\r\n\s/g, '')).toContain(
			`LOCATION:${sandbox.url}/room/live/${inKathmandu?.token}`,
		);

		// The list does not say the zone of such a registrant.
		const unknown = await trial.watch(REGISTERED, () => sandbox.addRegistrants(anywhere, [ben]), {
			[REGISTERED]: { resource: 'automated', ...choose(102) },
		});
		expect(unknown('No Entry')).toMatchObject([{ email: ben.email, starts_at: null }]);
	},

	'conversions-for-advertising': async (trial) => {
		const { sandbox } = trial.workbench;
		// The hashes of Meta's own examples: john_smith@gmail.com and +16505551212.
		const john = { firstName: 'John', phoneCountryCode: '+1', phone: '6505551212' };
		const email = 'John_Smith@gmail.com';
		const em = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';
		const ph = 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176';
		const sha256 = matching(/^\w{64}$/);
		const rows = await trial.watch(REGISTERED, () =>
			sandbox.addRegistrants(onboarding, [
				{ ...john, email },
				{ ...john, email: ` ${email.toLowerCase()}` },
			]),
		);
		const event_id = String(sandbox.registrants[0]?.leadId);
		expect(rows('Hashed')).toEqual([{ event_id, em, ph, google_email: em, google_phone: sha256 }]);
		const second = await trial.watch(REGISTERED, () =>
			sandbox.addRegistrants(onboarding, [
				{ ...john, email },
				{ firstName: 'John', email: 'John.Q.Smith@GMail.com' },
			]),
		);
		expect(second('Hashed')).toMatchObject([{ em: sha256, ph: '', google_phone: '' }]);
	},
};

/** Registers Ann in Kathmandu, with Register in place of the trigger, as the note of the example describes. */
async function registerThere(trial: Trial) {
	const { nodes, connections, ...example } = trial.example;
	const start = node('Start by Hand', 'n8n-nodes-base.manualTrigger', 1, {});
	const parameters = {
		resource: 'automated',
		operation: 'register',
		...choose(102),
		timezone: 'Asia/Kathmandu',
		schedule: byId('next'),
		firstName: 'Ann',
		email: ann.email,
	};
	const register = nodes.map((one) =>
		one.name === REGISTERED ? { ...one, type: NODE_TYPE, parameters } : one,
	);
	return await trial.runByHand(
		{},
		{
			...example,
			nodes: [start, ...register],
			connections: { ...connections, [start.name]: { main: [[to(REGISTERED)]] } },
		},
	);
}

/** Reads a file, which n8n stores with the execution or in a folder. */
async function readFile(n8n: N8nClient, { id, data }: BinaryData = {}): Promise<string> {
	if (id === undefined) return Buffer.from(data ?? '', 'base64').toString();
	return await n8n.file(`/rest/binary-data?${new URLSearchParams({ id, action: 'download' }).toString()}`);
}
