import { readSeconds } from '../../nodes/WebinarAccount/registrants/simplify';
import { checks } from '../../tools/probe/checks';
import { Evidence, type Exchange, listIn, record, type Step, steps } from '../../tools/probe/evidence';
import { assumptions, judge, report } from '../../tools/probe/judge';
import { EMAIL, FIXED, FOLLOWING, LIVE, probed } from './stage';

type Members = Readonly<Record<string, unknown>>;
/** Other members of an object, or what becomes of a value. */
type Change = Members | ((value: Members, index: number) => unknown);

type Answer = Partial<Pick<Exchange, 'status' | 'body' | 'headers'>>;
/** Other members of an answer. */
type Edit = (answer: Exchange) => Answer;

/** Changes a place of a body, such as `webinar.schedules.*`, if there is one; * stands for each of a list. */
function changed([name, ...inner]: readonly string[], value: unknown, change: Change, index = 0): unknown {
	if (name === '*') return listIn(value).map((one, place) => changed(inner, one, change, place));
	if (name !== undefined) {
		const { [name]: member } = record(value);
		return member === undefined ? value : { ...record(value), [name]: changed(inner, member, change) };
	}
	const other = typeof change === 'function' ? change(value as Members, index) : change;
	return Array.isArray(other) ? other : { ...record(value), ...record(other) };
}
const inBody =
	(...place: string[]) =>
	(change: Change): Edit =>
	({ body }) => ({ body: changed(place, body, change) });
const body = inBody();
const listed = inBody('webinars', '*');
const webinar = inBody('webinar');
const sessions = inBody('webinar', 'schedules', '*');
const user = inBody('user');
const registrants = inBody('registrants');
const rows = inBody('registrants', 'data', '*');
const page = (change: (all: readonly unknown[]) => unknown[]) =>
	inBody('registrants', 'data')((all) => change(listIn(all)));

const refused = (errors: Members, status = 422): Answer => ({ status, body: { status: 'error', errors } });
const refuse = (errors: Members) => (): Answer => refused(errors);
/** Only in the answers to these steps. */
const only =
	(wanted: readonly Step[], edit: Edit): Edit =>
	(answer) =>
		wanted.includes(answer.step) ? edit(answer) : answer;
const whenStatus =
	(status: number, other: Answer): Edit =>
	(answer) =>
		answer.status === status ? other : answer;
const same: Edit = (answer) => answer;

/** Between the identifiers of one registrant at the sandbox. */
const LEAD_ID_OFFSET = 70_000_001 - 5_001;
const THROTTLED = { status: 'error', message: 'Too many requests' };
/** What was probed, once for all tests. */
const plans = {
	live: { products: ['live', 'automated'], webinar: '2', limit: true, countries: true },
	workshop: { ...LIVE, webinar: '8', register: EMAIL },
	fixed: FIXED,
	following: { ...FOLLOWING, register: EMAIL },
	sameLocalTime: { ...FOLLOWING, webinar: '108' },
} as const;
type PlanName = keyof typeof plans;
const oneHourLate = ({ date }: Members) => ({
	date: String(date).replace(/ (\d\d)/, (_, hour) => ` ${String((Number(hour) + 1) % 24).padStart(2, '0')}`),
});
const late = sessions(oneHourLate);
const IN_ZONES: Step[] = ['detailWest', 'detailEast', 'detailNear'];

/** Services that differ at one place, by the assumptions that cannot hold then. @param path the end of that of the calls */
const at = (plan: PlanName, path: string, edits: Readonly<Record<string, Edit>>) =>
	Object.entries(edits).map(([ids, edit]) => ({ plan, path, contradicts: ids.trim().split(' '), edit }));

const deviations = [
	...at('live', 'automated/webinars', {
		'form-body one-key': whenStatus(200, refused({ api_key: 'Forbidden' }, 403)),
	}),
	...at('live', 'webinars', {
		'limit-status': whenStatus(429, { status: 503 }),
		'limit-status ': whenStatus(429, { status: 200, body: { status: 'success', webinars: [] } }),
		'limit-body': whenStatus(429, { body: { ...THROTTLED, message: 'Slow down' } }),
		'limit-headers': whenStatus(429, { headers: { 'retry-after': '60' } }),
		'limit-pause': only(['afterBurst'], () => ({ status: 429, body: THROTTLED })),
	}),
	...at('live', 'webinars', {
		'status-member': body(({ status }) => (status === 'success' ? { status: 'ok' } : {})),
		'missing-key': whenStatus(400, { status: 401 }),
		'wrong-key': whenStatus(401, refused({ access: 'Denied' }, 403)),
		'list-whole': body({ next_page_url: null }),
		'list-ids': listed((item) => ({ webinar_id: String(item.webinar_id) })),
		'list-schedules': listed({ schedules: [{ schedule: 1 }] }),
		'type-spelling': listed({ type: 'Marathon' }),
	}),
	...at('live', 'live/webinar', {
		'error-shape': whenStatus(422, { body: { status: 'error', reason: { code: 7 } } }),
		'unknown-webinar': whenStatus(422, { status: 200, body: { status: 'success', webinar: null } }),
		'list-hash': webinar({
			webinar_hash: 'other',
			registration_url: 'https://a.example.com/register/2/other',
		}),
		'session-shape': webinar({ schedules: ['Tue, 3 Mar 2026, 06:00 PM'] }),
		'session-date session-upcoming': sessions({ date: 'Fri, 31 Oct 2025, 12:00 PM' }),
		'session-upcoming': sessions({ date: '2020-01-31 13:00' }),
		'session-order': webinar(({ schedules }) => ({ schedules: [...listIn(schedules)].reverse() })),
		'zone-name': webinar({ timezone: 'EST' }),
		'as-described': webinar({ registration_fee: 'much' }),
		'registration-url': webinar({ registration_url: 'https://example.com/join?w=1' }),
	}),
	...at('workshop', 'webinar', { 'custom-fields': webinar({ custom_fields: [{ key: 'job' }] }) }),
	...at('fixed', 'webinar', {
		'type-spelling': webinar({ type: 'Automated' }),
		'session-comment': sessions(({ comment }) => ({ comment: `Starts ${String(comment)}` })),
		'zone-ignored': only(['detailEast'], late),
	}),
	...at('following', 'webinar', {
		'zone-follows': webinar({ timezone: 'Europe/London' }),
		'zone-est': only(['detail'], late),
		'zone-shifts': only(['detailEast'], late),
		'zone-near': only(['detailNear'], refuse({ timezone: 'Unknown' })),
		'zone-form zone-near': only(IN_ZONES, refuse({ timezone: 'Unknown' })),
	}),
	// Its sessions are at the same local time for everybody.
	...at('sameLocalTime', 'webinar', { 'zone-instant': same }),
	...at('live', 'nothing', {
		'missing-endpoint': whenStatus(404, { status: 200, body: { status: 'success' } }),
	}),
	...at('live', 'countries', { countries: refuse({ path: 'Not found' }) }),
	...at('live', 'registrants', {
		'filter-numbers': only(['leftBefore'], rows({ time_live: '01:00:00' })),
		'registrants-page': registrants(({ data }) => data),
		'registrants-per-page': page((all) => all.slice(0, 10)),
		'registrants-ids': rows({ lead_id: undefined }),
		'registrants-order': rows((_, index) => ({ id: (index * 7) % 25 })),
		'registrants-flags': rows({ attended_live: 'Attended' }),
		'registrants-time': rows((row) => ({ time_live: readSeconds(row.time_live) })),
		'registrants-phone': rows((row) => ({ phone_number: undefined, phone: row.phone_number })),
		'registrants-dates': rows({ signup_date: '2025-10-31' }),
		'registrants-schedule': rows({ schedule_id: 99 }),
	}),
	...at('workshop', 'registrants', {
		'date-range': only(['lastDays'], registrants({ data: [], last_page: 1 })),
	}),
	...at('workshop', 'register', {
		'option-ids register-twice': refuse({ topicsOfInterest: ['The selected topicsOfInterest is invalid.'] }),
	}),
	...at('following', 'register', {
		'schedule-alone': only(['registerWhole'], refuse({ date: ['The date is required.'] })),
		'register-user': user({ user_id: undefined }),
		'register-schedule': user(({ schedule }) => ({ schedule: Number(schedule) })),
		'register-date': user(oneHourLate),
		'register-twice': only(['registerAgain'], refuse({ email: ['The email is registered already.'] })),
		'user-is-not-lead': user((value) => ({ user_id: Number(value.user_id) + LEAD_ID_OFFSET })),
	}),
	...at('following', 'registrants', {
		'search-email register-listed unsubscribe-shown': only(
			['search', 'searchAfter'],
			registrants({ data: [] }),
		),
		'unsubscribe-shown': page((all) => all.filter((row) => record(row).subscribed === 'Yes')),
	}),
	...at('following', 'unsubscribe', {
		'unsubscribe-empty': whenStatus(204, { status: 200, body: { status: 'success' } }),
	}),
];

const recorded = new Map<PlanName, readonly Exchange[]>();
beforeAll(async () => {
	for (const [name, plan] of Object.entries(plans)) {
		recorded.set(name as PlanName, (await probed(plan)).evidence.exchanges);
	}
});

function judged(plan: PlanName, edit: Edit = same) {
	const exchanges = recorded.get(plan)?.map((answer) => ({ ...answer, ...edit(answer) }));
	const verdicts = judge(new Evidence(exchanges ?? [], Date.now()));
	const idsWith = (wanted: string) =>
		verdicts.flatMap(({ id, result }) => (result === wanted ? [id] : [])).sort();
	return { verdicts, confirmed: idsWith('confirmed'), contradicted: idsWith('contradicted') };
}

it('The sandbox confirms every assumption that has a check', () => {
	const all = (['live', 'workshop', 'fixed', 'following'] as const).map((plan) => judged(plan));
	expect(all.flatMap(({ contradicted }) => contradicted)).toEqual([]);
	const confirmed = new Set(all.flatMap((one) => one.confirmed));
	expect([...confirmed].sort()).toEqual(Object.keys(checks).sort());
	expect(new Set(assumptions.map(({ id }) => id)).size).toBe(assumptions.length);
});

describe('A service that differs', () => {
	it('is tried for every assumption that has a check', () => {
		const tried = deviations.flatMap(({ contradicts }) => contradicts);
		// That the ways to count are told apart is tested in probe.test.ts.
		const visible = Object.keys(checks).filter((id) => id !== 'limit-counting');
		expect(visible.filter((id) => !tried.includes(id))).toEqual([]);
	});

	it.each(deviations)(
		'contradicts $contradicts, by the answers of $path',
		({ plan, path, contradicts, edit }) => {
			const isMeant = ({ product, step }: Exchange) =>
				`/${product}/${steps[step].endpoint}`.endsWith(`/${path}`);
			const { verdicts, contradicted } = judged(plan, (answer) => (isMeant(answer) ? edit(answer) : {}));
			for (const { id, seen, assumes } of verdicts.filter((each) => contradicted.includes(each.id))) {
				expect(seen).not.toBe('');
				expect(report(verdicts)).toContain(`${id}: ${assumes}`);
			}
			// Another form of an answer contradicts the description as well.
			const others = contradicted.filter((id) => id !== 'as-described' || contradicts.includes(id));
			expect(others).toEqual(contradicts.sort());
		},
	);
});
