import { parseContacts } from '../../tools/demo/contacts';
import { describeSession } from '../../tools/demo/session';
import { type RunReport, summary } from '../../tools/demo/summary';

const read = (text: string) => parseContacts(Buffer.from(text));

describe('The summary', () => {
	const [one, two, three] = read(
		"first_name,last_name,email\nAnn,O'Lee,ann@example.com\nBo,,bo@\n,,\u001b[2Jcy@example.com",
	).contacts;
	if (!one || !two || !three) throw new Error('There are too few contacts');
	const user = {
		date: '2026-03-03 18:00',
		timezone: 'Europe/London',
		schedule: 21,
		live_room_url: 'https://event.example.com/room/1',
	};
	const report: RunReport = {
		isSandbox: false,
		product: 'live',
		webinar: {},
		registered: [{ contact: one, user }],
		invalid: [],
		unreached: [],
		skipped: [],
		count: { calls: 8, throttled: 1, mostInOneSecond: 5 },
		seconds: 4,
		invalidFile: { path: 'invalid.csv', state: 'none' },
	};

	it('counts people and calls, and shows a room link', () => {
		expect(summary(report)).toBe(`  Session       Tue 3 Mar 2026, 18:00 (Europe/London)
  Registered    1 of 1
  Invalid       nobody

  Time          4.0 s, including the start of n8n's engine
  Calls         8: 2.0 per second on average, 5 at most in any second
  Over limit    1 call throttled (429)
  Room link     https://event.example.com/room/1
                Ann O'Lee's own; everybody got one`);
	});

	it('names duplicates', () => {
		const text = summary({ ...report, skipped: [one, one] });
		expect(text).toContain("2 duplicates: Ann O'Lee <ann@example.com>, Ann O'Lee\n");
	});

	it('lists invalid contacts with the reason, and says where they are', () => {
		const invalid = [{ contact: two, reason: 'no domain' }];
		const text = summary({ ...report, invalid, invalidFile: { path: 'invalid.csv', state: 'written' } });
		expect(text).toMatch(/│ Bo +│ no domain +│\n +│ <bo@> +│/);
		expect(text).toContain('Written to    invalid.csv');
	});

	it('gives a reason that many share only once', () => {
		const invalid = Array.from({ length: 9 }, () => ({ contact: one, reason: 'wrong session' }));
		const text = summary({ ...report, registered: [], invalid });
		expect(text.match(/wrong session/g)).toHaveLength(1);
		expect(text).toContain('and 6 more');
	});

	it('does not pass control characters on to the terminal', () => {
		expect(summary({ ...report, invalid: [{ contact: three, reason: '\u0007' }] })).not.toMatch(
			/[\u0007\u001b]/,
		);
	});

	it('says before how many contacts a run was stopped', () => {
		expect(summary({ ...report, unreached: [two, three] })).toContain('Stopped       before 2 contacts\n');
	});
});

describe('The session', () => {
	const webinar = {
		schedules: [
			{ schedule: 21, date: '2026-03-03 18:00' },
			{ schedule: 21, date: '2026-03-10 18:00' },
			{ schedule: 21, date: '2026-03-17 18:00' },
			{ schedule: 22, date: '2026-03-24 18:00' },
		],
	};
	const user = { schedule: 21, date: '2026-03-10 18:00', timezone: 'Europe/London' };

	it('of a live webinar comes with those that follow in its series', () => {
		expect(describeSession('live', webinar, user)).toBe(
			'Tue 10 Mar 2026, 18:00 (Europe/London), and the one after it in the series',
		);
	});

	it('of an automated webinar stands for itself', () => {
		expect(describeSession('automated', webinar, user)).toBe('Tue 10 Mar 2026, 18:00 (Europe/London)');
	});
});
