import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { byId, useHarness } from '../../support/harness';
import { containing } from '../../support/matchers';
import { realResponse } from '../../support/realResponse';
import { casesOf, DAY_OF_EXAMPLES, type ForEach, webinars } from './examples';

const harness = useHarness({ at: DAY_OF_EXAMPLES });

type Example = (typeof webinars)[number];

/** Lets the service respond with the webinar of an example, and returns the parameters that choose the webinar. */
function respondWith(example: Example) {
	const { product, form } = realResponse(example);
	const chosen = { resource: product, webinarId: byId(form.webinar_id ?? '') };
	if (example === 'automated-webinar-with-timezone') {
		harness.respondLikeReality('automated-webinar', { hasTimezone: false });
	}
	if (example === 'automated-webinar-jit-only-with-timezone') {
		harness.respondLikeReality('automated-webinar-jit-only', { hasTimezone: false });
	}
	harness.respondLikeReality(example);
	return product === 'automated' ? { ...chosen, timezone: form.timezone ?? '' } : chosen;
}

const schedules = z.array(
	z.object({ schedule: z.union([z.number(), z.string(), z.null()]), starts_at: z.string().nullish() }),
);

/** A schedule ID as the service wrote it, and the start in UTC. */
type Start = [schedule: number | string | null, startsAt: string | null];

const startsInGet: ForEach<Example, Start[]> = {
	'live-webinar-single': [[640, '2026-06-07T16:00:00Z']],
	'live-webinar-series': [
		[131, '2026-12-01T10:00:00Z'],
		[132, '2026-12-08T10:00:00Z'],
		[133, '2026-12-15T10:00:00Z'],
	],
	'live-webinar-recurring': [
		[99, '2026-12-01T09:00:00Z'],
		[99, '2026-12-02T09:00:00Z'],
		[99, '2026-12-03T09:00:00Z'],
	],
	'live-webinar-dates-past': [
		[107, '2026-09-24T21:00:00Z'],
		[108, '2026-10-01T21:00:00Z'],
		[119, '2026-12-17T22:00:00Z'],
	],
	'live-webinar-always-on': [[12, null]],
	'live-webinar-right-now': [[11, null]],
	'automated-webinar': [
		[54, '2026-11-23T19:30:00Z'],
		[55, '2026-11-24T19:45:00Z'],
		[46, '2026-11-25T19:30:00Z'],
		[46, '2026-11-26T19:30:00Z'],
		[46, '2026-11-27T19:30:00Z'],
	],
	'automated-webinar-with-timezone': [
		[54, '2026-11-23T19:30:00Z'],
		[55, '2026-11-24T19:45:00Z'],
		[46, '2026-11-25T19:30:00Z'],
		[46, '2026-11-26T19:30:00Z'],
		[46, '2026-11-27T19:30:00Z'],
	],
	'automated-webinar-follows-attendee': [
		[61, '2026-11-25T15:00:00Z'],
		[61, '2026-11-26T15:00:00Z'],
	],
	'automated-webinar-jit-only': [[null, null]],
	'automated-webinar-jit-only-with-timezone': [[null, null]],
	'automated-webinar-legacy-ids': [
		[3, null],
		['jot', null],
		['ir', null],
	],
};

it.each(casesOf(webinars, startsInGet))(
	'returns each session of a real webinar with its start from Get: %s',
	async (example, expected) => {
		const [webinar] = await harness.getOutput({ ...respondWith(example), operation: 'get' });
		const sessions = schedules.parse(webinar?.schedules);
		expect(sessions.map(({ schedule, starts_at = null }) => [schedule, starts_at])).toEqual(expected);
	},
);

const upcomingSessions: ForEach<Example, Array<[schedule: number | null, dateText: string | null]>> = {
	'live-webinar-single': [],
	'live-webinar-series': [
		[131, 'Tue, 1 Dec 2026, 10:00 (Dublin)'],
		[132, 'Tue, 8 Dec 2026, 10:00 (Dublin)'],
		[133, 'Tue, 15 Dec 2026, 10:00 (Dublin)'],
	],
	'live-webinar-recurring': [
		[99, 'Tue, 1 Dec 2026, 09:00 (Dublin)'],
		[99, 'Wed, 2 Dec 2026, 09:00 (Dublin)'],
		[99, 'Thu, 3 Dec 2026, 09:00 (Dublin)'],
	],
	'live-webinar-dates-past': [[119, 'Thu, 17 Dec 2026, 14:00 (Los Angeles)']],
	'live-webinar-always-on': [[12, null]],
	'live-webinar-right-now': [[11, null]],
	'automated-webinar': [
		[46, 'Wed, 25 Nov 2026, 20:30 (Amsterdam)'],
		[46, 'Thu, 26 Nov 2026, 20:30 (Amsterdam)'],
		[46, 'Fri, 27 Nov 2026, 20:30 (Amsterdam)'],
		[54, null],
		[55, null],
	],
	'automated-webinar-with-timezone': [
		[46, 'Wed, 25 Nov 2026, 14:30 (GMT-5)'],
		[46, 'Thu, 26 Nov 2026, 14:30 (GMT-5)'],
		[46, 'Fri, 27 Nov 2026, 14:30 (GMT-5)'],
		[54, null],
		[55, null],
	],
	'automated-webinar-follows-attendee': [
		[61, 'Wed, 25 Nov 2026, 10:00 (GMT-5)'],
		[61, 'Thu, 26 Nov 2026, 10:00 (GMT-5)'],
	],
	'automated-webinar-jit-only': [[null, null]],
	'automated-webinar-jit-only-with-timezone': [[null, null]],
	'automated-webinar-legacy-ids': [
		[3, null],
		[null, null],
		[null, null],
	],
};

it.each(casesOf(webinars, upcomingSessions))(
	"returns a real webinar's upcoming sessions from Get Many Sessions, undated ones last: %s",
	async (example, expected) => {
		const sessions = await harness.getOutput({
			...respondWith(example),
			operation: 'getSessions',
			webinarScope: 'one',
			returnAll: true,
			filters: { includeUndated: true },
		});
		expect(sessions.map(({ schedule, date_text }) => [schedule, date_text])).toEqual(expected);
	},
);

const NEXT = 'Next Upcoming Session';
const NEXT_OF_SERIES = 'Next Upcoming Session · whole series';
const NEXT_IN_ANY_TIME_ZONE = 'Next Upcoming Session · any time zone';

/** The names of a list's entries, or the error that the list shows instead of entries. */
type NamesOrError = string[] | { error: string };

/** Loads the list of sessions for a field. */
async function loadSessionNames(
	parameters: INodeParameters,
	list: 'searchSchedules' | 'searchSessionNumbers' = 'searchSchedules',
): Promise<NamesOrError> {
	return await harness.loadChoices(list, parameters).then(
		(entries) => entries.map(({ name }) => name),
		(error: Error) => ({ error: error.message }),
	);
}

const sessionsToRegisterFor: ForEach<Example, NamesOrError> = {
	'live-webinar-single': { error: 'The webinar has no upcoming session' },
	'live-webinar-series': [
		NEXT_OF_SERIES,
		'Tue 1 Dec 2026 10:00 · whole series · Dublin · 131',
		'Tue 8 Dec 2026 10:00 · whole series · Dublin · 132',
		'Tue 15 Dec 2026 10:00 · whole series · Dublin · 133',
	],
	'live-webinar-recurring': [NEXT_OF_SERIES, 'Tue 1 Dec 2026 09:00 · whole series · Dublin · 99'],
	'live-webinar-dates-past': [NEXT, 'Thu 17 Dec 2026 14:00 · Los Angeles · 119'],
	'live-webinar-always-on': [NEXT, 'Always on · 12'],
	'live-webinar-right-now': [NEXT, 'Right now · 11'],
	'automated-webinar': [
		NEXT,
		'Just-in-Time Session',
		'Instant Replay',
		'Wed 25 Nov 2026 20:30 · Every day · Amsterdam · 46',
		'Thu 26 Nov 2026 20:30 · Every day · Amsterdam · 46',
		'Fri 27 Nov 2026 20:30 · Every day · Amsterdam · 46',
	],
	'automated-webinar-with-timezone': [
		NEXT_IN_ANY_TIME_ZONE,
		'Just-in-Time Session',
		'Instant Replay',
		'Wed 25 Nov 2026 14:30 · Every day · GMT-5 · 46',
		'Thu 26 Nov 2026 14:30 · Every day · GMT-5 · 46',
		'Fri 27 Nov 2026 14:30 · Every day · GMT-5 · 46',
	],
	'automated-webinar-follows-attendee': [NEXT_IN_ANY_TIME_ZONE],
	'automated-webinar-jit-only': { error: "The webinar's just-in-time session cannot be booked" },
	'automated-webinar-jit-only-with-timezone': {
		error: "The webinar's just-in-time session cannot be booked",
	},
	'automated-webinar-legacy-ids': [NEXT_IN_ANY_TIME_ZONE, 'Every Tuesday, 01:00 PM · 3'],
};

it.each(casesOf(webinars, sessionsToRegisterFor))(
	"lists a real webinar's sessions in the Session field of Register: %s",
	async (example, expected) => {
		const parameters = { ...respondWith(example), operation: 'register' };
		expect(await loadSessionNames(parameters)).toEqual(expected);
	},
);

const sessionsToLinkTo: ForEach<Example, NamesOrError> = {
	'live-webinar-single': ['1 · Sun 7 Jun 2026 18:00 · over'],
	'live-webinar-series': [
		'1 · Tue 1 Dec 2026 10:00 · whole series',
		'2 · Tue 8 Dec 2026 10:00 · whole series',
		'3 · Tue 15 Dec 2026 10:00 · whole series',
	],
	'live-webinar-recurring': ['1 · Tue 1 Dec 2026 09:00 · whole series'],
	'live-webinar-dates-past': [
		'1 · Thu 24 Sep 2026 14:00 · over',
		'2 · Thu 1 Oct 2026 14:00 · over',
		'3 · Thu 17 Dec 2026 14:00',
	],
	'live-webinar-always-on': ['1 · Always on'],
	'live-webinar-right-now': ['1 · Right now'],
	'automated-webinar': ['1 · Wed 25 Nov 2026 20:30 · whole series'],
	'automated-webinar-with-timezone': ['1 · Wed 25 Nov 2026 14:30 · whole series'],
	'automated-webinar-follows-attendee': {
		error: 'Timezone has no value yet. Fill it in, or run the previous nodes.',
	},
	'automated-webinar-jit-only': {
		error: 'A one-click link cannot lead to a just-in-time or instant-replay session',
	},
	'automated-webinar-jit-only-with-timezone': {
		error: 'A one-click link cannot lead to a just-in-time or instant-replay session',
	},
	'automated-webinar-legacy-ids': ['1 · Every Tuesday, 01:00 PM · whole series'],
};

it.each(casesOf(webinars, sessionsToLinkTo))(
	"lists a real webinar's sessions in the Session field of Create One-Click Link: %s",
	async (example, expected) => {
		const parameters = { ...respondWith(example), operation: 'createOneClickLink' };
		expect(await loadSessionNames(parameters, 'searchSessionNumbers')).toEqual(expected);
	},
);

const ALL = 'All Sessions';

const sessionsToFilterBy: ForEach<Example, NamesOrError> = {
	'live-webinar-single': [ALL, 'Sun 7 Jun 2026 18:00 · over · Paris · 640'],
	'live-webinar-series': [
		ALL,
		'Tue 1 Dec 2026 10:00 · Dublin · 131',
		'Tue 8 Dec 2026 10:00 · Dublin · 132',
		'Tue 15 Dec 2026 10:00 · Dublin · 133',
	],
	'live-webinar-recurring': [ALL, 'Every day, 9:00 AM · 99'],
	'live-webinar-dates-past': [
		ALL,
		'Thu 17 Dec 2026 14:00 · Los Angeles · 119',
		'Thu 1 Oct 2026 14:00 · over · Los Angeles · 108',
		'Thu 24 Sep 2026 14:00 · over · Los Angeles · 107',
	],
	'live-webinar-always-on': [ALL, 'Always on · 12'],
	'live-webinar-right-now': [ALL, 'Right now · 11'],
	'automated-webinar': [ALL, 'Every day, 08:30 PM · 46'],
	'automated-webinar-with-timezone': [ALL, 'Every day, 08:30 PM · 46'],
	'automated-webinar-follows-attendee': [ALL, 'Every day, 10:00 AM · 61'],
	'automated-webinar-jit-only': [ALL],
	'automated-webinar-jit-only-with-timezone': [ALL],
	'automated-webinar-legacy-ids': [ALL, 'Every Tuesday, 01:00 PM · 3'],
};

it.each(casesOf(webinars, sessionsToFilterBy))(
	"lists a real webinar's sessions in the Session fields of Get Registrants and the trigger: %s",
	async (example, expected) => {
		const { resource, webinarId } = respondWith(example);
		harness.respondWith('registrants', { registrants: { data: [], last_page: 1, total: 0 } });
		for (const parameters of [{ operation: 'getRegistrants' }, { event: 'registrantAdded' }]) {
			const names = await loadSessionNames({ resource, webinarId, ...parameters });
			expect(names).toEqual(expected);
		}
	},
);

it.each(webinars)('says that the service lists no custom fields for a real webinar: %s', async (example) => {
	const parameters = { ...respondWith(example), operation: 'register' };
	await expect(harness.loadChoices('searchCustomFields', parameters)).rejects.toMatchObject({
		message: 'The service lists no custom fields for this webinar',
		description: containing('Choose "By Label"'),
	});
});

const ann = { firstName: 'Ann', email: 'ann@example.com' };

interface Booking {
	schedule: string;
	date?: string;
	timezone?: string;
}

const bookingOfNextSession: ForEach<Example, Booking | { error: string }> = {
	'live-webinar-single': { error: 'The webinar has no upcoming session' },
	'live-webinar-series': { schedule: '131' },
	'live-webinar-recurring': { schedule: '99' },
	'live-webinar-dates-past': { schedule: '119' },
	'live-webinar-always-on': { schedule: '12' },
	'live-webinar-right-now': { schedule: '11' },
	'automated-webinar': { schedule: '46', date: '2026-11-25 20:30' },
	'automated-webinar-with-timezone': { schedule: '46', date: '2026-11-25 14:30', timezone: 'GMT-5' },
	'automated-webinar-follows-attendee': { error: 'The webinar needs a time zone' },
	'automated-webinar-jit-only': { error: "The webinar's just-in-time session cannot be booked" },
	'automated-webinar-jit-only-with-timezone': {
		error: "The webinar's just-in-time session cannot be booked",
	},
	'automated-webinar-legacy-ids': { error: 'The webinar has no upcoming session' },
};

it.each(casesOf(webinars, bookingOfNextSession))(
	"registers for a real webinar's next session, or says why it cannot: %s",
	async (example, expected) => {
		const webinar = respondWith(example);
		harness.respondWith('register', {
			user: { user_id: 1, email: ann.email, live_room_url: 'https://room.example' },
		});
		const register = { ...webinar, operation: 'register', schedule: byId('next'), ...ann };
		const sent = () => harness.sandbox.calls.filter(({ operation }) => operation === 'register');
		if ('error' in expected) {
			await harness.expectError(register, expected.error);
			expect(sent()).toEqual([]);
			return;
		}
		await harness.getOutput(register);
		expect(sent().map(({ parameters }) => parameters)).toEqual([
			{ webinar_id: webinar.webinarId.value, first_name: 'Ann', email: 'ann@example.com', ...expected },
		]);
	},
);

const linkToWebinar: ForEach<Example, { path: string } | { error: string }> = {
	'live-webinar-single': { path: '1231/qk7p2m9d' },
	'live-webinar-series': { path: '1230/w9u4i6oz' },
	'live-webinar-recurring': { path: '1228/z2c6v5hy' },
	'live-webinar-dates-past': { path: '1229/b4n8t1ws' },
	'live-webinar-always-on': { path: '46/m3x9k0ra' },
	'live-webinar-right-now': { path: '45/t8d1f6ub' },
	'automated-webinar': { path: '13/g6h2r8vn' },
	'automated-webinar-with-timezone': { path: '13/g6h2r8vn' },
	'automated-webinar-follows-attendee': { error: 'The link needs a time zone' },
	'automated-webinar-jit-only': {
		error: 'A one-click link cannot lead to a just-in-time or instant-replay session',
	},
	'automated-webinar-jit-only-with-timezone': {
		error: 'A one-click link cannot lead to a just-in-time or instant-replay session',
	},
	'automated-webinar-legacy-ids': { path: '15/l0m4p7dd' },
};

it.each(casesOf(webinars, linkToWebinar))(
	'creates a one-click link with session number 1 for a real webinar, or says why it cannot: %s',
	async (example, expected) => {
		const link = { ...respondWith(example), operation: 'createOneClickLink', emailTool: 'mailchimp' };
		if ('error' in expected) {
			await harness.expectError(link, expected.error);
			return;
		}
		const [output] = await harness.getOutput(link);
		const url = new URL(z.string().parse(output?.url));
		expect(url.pathname).toBe(`/register/1click/${expected.path}`);
		expect(url.searchParams.get('email')).toBe('*|EMAIL|*');
		expect(url.searchParams.get('schedule_id')).toBe('1');
	},
);

const MINUTES_OF_30_DAYS = 30 * 24 * 60;

/** A poll never asks for dates in GMT-5, which the example with a time zone has. */
const webinarsForPolls = webinars.filter((example) => example !== 'automated-webinar-with-timezone');

const startsWithin30Days: ForEach<(typeof webinarsForPolls)[number], string[]> = {
	'live-webinar-single': [],
	'live-webinar-series': ['2026-12-01T10:00:00Z', '2026-12-08T10:00:00Z', '2026-12-15T10:00:00Z'],
	'live-webinar-recurring': ['2026-12-01T09:00:00Z', '2026-12-02T09:00:00Z', '2026-12-03T09:00:00Z'],
	'live-webinar-dates-past': ['2026-12-17T22:00:00Z'],
	'live-webinar-always-on': [],
	'live-webinar-right-now': [],
	'automated-webinar': ['2026-11-25T19:30:00Z', '2026-11-26T19:30:00Z', '2026-11-27T19:30:00Z'],
	'automated-webinar-follows-attendee': ['2026-11-25T15:00:00Z', '2026-11-26T15:00:00Z'],
	'automated-webinar-jit-only': [],
	'automated-webinar-jit-only-with-timezone': [],
	'automated-webinar-legacy-ids': [],
};

it.each(casesOf(webinarsForPolls, startsWithin30Days))(
	'reports each session of a real webinar once if the session starts within Minutes Before: %s',
	async (example, expected) => {
		const { resource, webinarId } = respondWith(example);
		const starting = { resource, webinarId, event: 'sessionStarting', minutesBefore: MINUTES_OF_30_DAYS };
		const trigger = await harness.activate(starting);
		const sessions = await trigger.poll();
		expect(sessions.map(({ json }) => json.starts_at)).toEqual(expected);
		expect(await trigger.poll()).toEqual([]);
	},
);
