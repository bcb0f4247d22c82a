import type { Registrant } from '../../../nodes/WebinarAccount/service/schemas';
import { classify } from '../../../nodes/WebinarAccount/trigger/classify';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const startedAt = Date.UTC(2026, 2, 2, 12);
const now = startedAt + 5 * HOUR_MS;

const moments = { isFirstPoll: false, now, startedAt };
const nothing = {
	known: new Set<string>(),
	waiting: new Map<string, number>(),
	presentAtFirst: new Set<string>(),
};

const signedUp = (moment: number): Registrant => ({
	id: 1,
	signup_date: new Date(moment).toISOString().slice(0, 16).replace('T', ' '),
});
const recent = signedUp(now - HOUR_MS);
const old = signedUp(startedAt - DAY_MS - HOUR_MS);
const undated: Registrant = { id: 1, signup_date: 'gestern' };

const isFinal = () => -Infinity;
const isUnreadable = () => undefined;
const isFinalLater = () => now + HOUR_MS;

/** One row with the key "a". */
const rows = (row: Registrant) => new Map([['a', row]]);

describe('classify', () => {
	it('reports a new registrant', () => {
		const result = classify(rows(old), true, nothing, isFinal, moments);
		expect(result.toReport).toEqual([old]);
		expect(result.known).toEqual(new Set(['a']));
	});

	it('does not report a known registrant', () => {
		const result = classify(rows(old), true, { ...nothing, known: new Set(['a']) }, isFinal, moments);
		expect(result.toReport).toEqual([]);
		expect(result.seen).toEqual(new Set(['a']));
	});

	it('keeps a registrant waiting while their attendance is not final', () => {
		const result = classify(rows(old), true, nothing, isFinalLater, moments);
		expect(result).toMatchObject({ toReport: [], known: new Set() });
		expect(result.waiting).toEqual(new Map([['a', now + HOUR_MS]]));
	});

	it('reports a waiting registrant once their attendance is final', () => {
		const memory = { ...nothing, waiting: new Map([['a', now]]) };
		const result = classify(rows(old), true, memory, isFinal, moments);
		expect(result.toReport).toEqual([old]);
		expect(result.waiting).toEqual(new Map());
	});

	it('keeps a registrant with an unreadable date waiting, and returns the row as unreadable', () => {
		const result = classify(rows(old), true, nothing, isUnreadable, moments);
		expect(result.waiting).toEqual(new Map([['a', Infinity]]));
		expect(result.unreadable).toEqual([old]);
	});

	it('remembers all registrants in the first poll, and reports none', () => {
		const result = classify(rows(recent), true, undefined, isFinal, { ...moments, isFirstPoll: true });
		expect(result).toMatchObject({ toReport: [], known: new Set(['a']) });
	});

	it.each([
		{ what: 'reports', when: 'after the first poll', row: recent, expected: [recent] },
		{ what: 'does not report', when: 'more than a day before the first poll', row: old, expected: [] },
	])(
		'$what a registrant who signed up $when, when a later poll reads the webinar for the first time',
		({ row, expected }) => {
			const result = classify(rows(row), true, undefined, isFinal, moments);
			expect(result.toReport).toEqual(expected);
			expect(result.known).toEqual(new Set(['a']));
		},
	);

	it('reports a registrant found at the first reading only if the sign-up date, once readable, is recent', () => {
		const first = classify(rows(undated), true, undefined, isFinal, moments);
		expect(first).toMatchObject({ toReport: [], presentAtFirst: new Set(['a']) });
		expect(classify(rows(old), true, first, isFinal, moments).toReport).toEqual([]);
		expect(classify(rows(recent), true, first, isFinal, moments).toReport).toEqual([recent]);
	});

	it('keeps waiting registrants whom a partial scan did not read', () => {
		const waiting = new Map([['b', now]]);
		const result = classify(rows(old), false, { ...nothing, waiting }, isFinal, moments);
		expect(result.waiting).toEqual(waiting);
	});

	it('forgets waiting registrants whom a full scan did not find', () => {
		const waiting = new Map([['b', now]]);
		const result = classify(rows(old), true, { ...nothing, waiting }, isFinal, moments);
		expect(result.waiting).toEqual(new Map());
	});

	it('reports registrants in the order in which they registered', () => {
		const people = new Map([
			['c', { id: 3 }],
			['a', { id: 1 }],
			['b', { id: 2 }],
		]);
		const { toReport } = classify(people, true, nothing, isFinal, moments);
		expect(toReport.map(({ id }) => id)).toEqual([1, 2, 3]);
	});
});
