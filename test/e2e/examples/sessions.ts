import { request } from 'undici';
import { z } from 'zod/v4';

import { containing, matching } from '../../support/matchers';
import { changeResponseBody } from '../../support/changeResponseBody';
import { ann, ben, choose, cleo, onboarding, type Run, type Trial, twoSessions, unsubscribe } from './trial';

const growth = { product: 'live', webinarId: 2 } as const;
const basics = { product: 'automated', webinarId: 101 } as const;
const DAY_MINUTES = 24 * 60;
const minutesBefore = 30 * DAY_MINUTES;
const reminders = z.array(z.object({ to: z.string(), text: z.string() }));

/** Watches for sessions of a webinar that start soon. @returns the execution, and the reminders that a node sends */
async function remind(trial: Trial, resource: string, webinarId: number, node: string) {
	const changes = {
		'A Session Starts Soon': { resource, ...choose(webinarId), minutesBefore },
		'All Registrants': { resource },
		'Its Registrants': { resource },
	};
	const rows = await trial.watch('A Session Starts Soon', () => {}, changes);
	return { rows, texts: reminders.parse(rows(node)).map(({ to, text }) => `${to} ${text}`) };
}

/** Examples about sessions. */
export const sessions: Readonly<Record<string, Run>> = {
	'reminder-before-a-session': async (trial) => {
		const { sandbox } = trial.workbench;
		const [first, other] = sandbox.addRegistrants(onboarding, [ann, ben]);
		await unsubscribe(sandbox, other);
		const { rows } = await remind(trial, 'live', 1, 'Reminder');
		const room = `${sandbox.url}/room/live/${first?.token}`;
		const text = matching(new RegExp(`starts on \\w{3}, [^(]+ 14:00 \\(New York\\).\\n\\n.*\\n${room}`));
		const subject = 'Soon: Get started in one hour';
		expect(rows('Reminder')).toMatchObject([{ to: ann.email, subject, text }]);
		expect(rows('Left Out')).toMatchObject([{ email: ben.email }]);

		sandbox.changeWebinar(growth, twoSessions(21, [2, 4]));
		sandbox.addRegistrants({ ...growth, schedule: 21 }, [ann]);
		sandbox.addRegistrants({ ...growth, schedule: 22 }, [ben]);
		const series = await remind(trial, 'live', 2, 'Reminder');
		expect(series.rows('A Session Starts Soon')).toHaveLength(2);
		expect(series.texts.map((text) => text.split(' ')[0]).sort()).toEqual(
			[ann, ann, ben, ben].map(({ email }) => email),
		);

		const all = [ann, ben, cleo];
		const [today, tomorrow, unclear] = sandbox.addRegistrants({ ...basics, schedule: 1013 }, all);
		if (!today || !tomorrow || !unclear) throw new Error('Nobody was added');
		sandbox.startSession(tomorrow, (Date.now() - today.startsAt) / 60_000 - DAY_MINUTES);
		sandbox.startSession(unclear, 60);
		const automated = await remind(trial, 'automated', 101, 'Reminder');
		const dates = automated.rows('A Session Starts Soon').map(({ date_text }) => z.string().parse(date_text));
		expect(automated.texts).toEqual([
			containing(`${ann.email} Hello Ann,\n\nThe basics, every day starts on ${dates[0]}.`),
			containing(`${ben.email} Hello Ben,\n\nThe basics, every day starts on ${dates[1]}.`),
		]);
	},

	'text-message-reminder': async (trial) => {
		const { sandbox } = trial.workbench;
		for (const [place, smsConsent] of [true, false, true].entries()) {
			const contact = { lastName: 'Lee', phone: '+44 7700 900123', smsConsent };
			await trial.register(9, 'next', `${place}@example.com`, contact);
		}
		for (const { token } of sandbox.registrants)
			await (await request(`${sandbox.url}/confirm/${token}`, { method: 'POST' })).body.dump();
		await unsubscribe(sandbox, sandbox.registrants[2]);
		const link = `${sandbox.url}/room/live/${sandbox.registrants[0]?.token}`;
		const message = matching(new RegExp(`^Ann, We call you back starts in \\d+ minutes: ${link}$`));
		const { rows } = await remind(trial, 'live', 9, 'Text Message');
		expect(rows('Text Message')).toEqual([{ to: '+447700900123', text: message }]);
		expect(rows('Left Out')).toMatchObject([{ email: '1@example.com' }, { email: '2@example.com' }]);

		const webinars = sandbox.webinars.map((webinar) =>
			webinar.product === 'live' && webinar.id === 9
				? { ...webinar, type: 'Series of presentations' as const }
				: webinar,
		);
		sandbox.setWebinars(webinars);
		const series = await remind(trial, 'live', 9, 'Text Message');
		expect(series.rows('Text Message')).toEqual([{ to: '+447700900123', text: message }]);
	},

	'upcoming-sessions-newsletter': async (trial) => {
		const { sandbox } = trial.workbench;
		sandbox.changeWebinar(growth, { title: '<b>Tips & "tricks"</b>' });
		sandbox.fail({
			operation: 'webinar',
			webinarId: 1,
			times: Infinity,
			...changeResponseBody((text) => text.replace('America/New_York', '')),
		});
		const [newsletter = {}] = (await trial.runByHand())('Newsletter');
		expect(newsletter.text).toMatch(
			new RegExp(`Get started in one hour\\n\\d{4}-\\d\\d-\\d\\d 14:00\\n${sandbox.url}/register/1/kvn1042`),
		);
		expect(newsletter.text).toMatch(/<b>Tips.*\n\w+, \d+ \w+ \d{4}, 18:00 \(London\)\n/);
		expect(newsletter.html).toMatch(/^<ul>\n(?:<li><a href="http[^<>]*">[^<]*<\/a>, [^<>]*<\/li>\n)+<\/ul>$/);
		expect(newsletter.html).toContain('&lt;b>Tips &amp; "tricks"&lt;/b>');
	},
};
