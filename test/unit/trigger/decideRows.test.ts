import type { Registrant } from '../../../nodes/WebinarAccount/service/schemas';
import { decideRows } from '../../../nodes/WebinarAccount/trigger/registrantEvent';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The time of the trigger's first poll. */
const startedAt = Date.UTC(2026, 2, 2, 12);
const now = startedAt + 5 * HOUR_MS;

/** What the trigger remembers of a webinar that it has read before. */
const emptyMemory: Memory = { known: new Set(), waiting: new Map() };
type Memory = NonNullable<Parameters<typeof decideRows>[2]>;

/** The key of the person in these tests. */
const ANN = 'ann';

/** Returns Ann's row. @param moment when she signed up */
const signedUpAt = (moment: number): Registrant => ({
	id: 1,
	signup_date: new Date(moment).toISOString().slice(0, 16).replace('T', ' '),
});
const signedUpRecently = signedUpAt(now - HOUR_MS);
const signedUpLongBefore = signedUpAt(startedAt - DAY_MS - HOUR_MS);
const signedUpAtUnreadableDate: Registrant = { id: 1, signup_date: 'gestern' };

interface Options {
	/** Undefined if the webinar is read for the first time. */
	memory?: Memory | undefined;
	/** When attendance is final. Undefined if the row's date cannot be read. */
	finalAt?: number | undefined;
	isWhole?: boolean;
	/** Whether the webinar's registrants are only remembered. */
	isBaseline?: boolean;
}

/** Decides about a scan that found Ann. By default, the trigger knows the webinar, and her attendance is final. */
function decideAnn(row: Registrant, options: Options = {}) {
	const { isWhole = true, isBaseline = false } = options;
	const memory = 'memory' in options ? options.memory : emptyMemory;
	const finalAt = 'finalAt' in options ? options.finalAt : -Infinity;
	return decideRows(new Map([[ANN, row]]), isWhole, memory, () => finalAt, { isBaseline, now, startedAt });
}

describe('decideRows', () => {
	it('reports a new registrant', () => {
		const result = decideAnn(signedUpLongBefore);
		expect(result.toReport).toEqual([signedUpLongBefore]);
		expect(result.known).toEqual(new Set([ANN]));
	});

	it('does not report a known registrant', () => {
		const result = decideAnn(signedUpLongBefore, { memory: { ...emptyMemory, known: new Set([ANN]) } });
		expect(result.toReport).toEqual([]);
		expect(result.known).toEqual(new Set([ANN]));
	});

	it('keeps a registrant waiting while their attendance is not final', () => {
		const result = decideAnn(signedUpLongBefore, { finalAt: now + HOUR_MS });
		expect(result.toReport).toEqual([]);
		expect(result.known).toEqual(new Set());
		expect(result.waiting).toEqual(new Map([[ANN, now + HOUR_MS]]));
	});

	it('reports a waiting registrant once their attendance is final', () => {
		const memory = { ...emptyMemory, waiting: new Map([[ANN, now]]) };
		const result = decideAnn(signedUpLongBefore, { memory });
		expect(result.toReport).toEqual([signedUpLongBefore]);
		expect(result.waiting).toEqual(new Map());
	});

	it('keeps a registrant waiting if the session date is unreadable, and returns the row as unreadable', () => {
		const result = decideAnn(signedUpLongBefore, { finalAt: undefined });
		expect(result.waiting).toEqual(new Map([[ANN, Infinity]]));
		expect(result.unreadable).toEqual([signedUpLongBefore]);
	});

	it('remembers all registrants in the first poll, and reports none', () => {
		const result = decideAnn(signedUpRecently, { memory: undefined, isBaseline: true });
		expect(result.toReport).toEqual([]);
		expect(result.known).toEqual(new Set([ANN]));
	});

	it("reports a later webinar's registrant who signed up after the first poll", () => {
		const result = decideAnn(signedUpRecently, { memory: undefined });
		expect(result.toReport).toEqual([signedUpRecently]);
		expect(result.known).toEqual(new Set([ANN]));
	});

	it("does not report a later webinar's registrant who signed up more than a day before the first poll", () => {
		const result = decideAnn(signedUpLongBefore, { memory: undefined });
		expect(result.toReport).toEqual([]);
		expect(result.known).toEqual(new Set([ANN]));
	});

	it('decides whether to report a registrant with an unreadable sign-up date once the date is readable', () => {
		const first = decideAnn(signedUpAtUnreadableDate, { memory: undefined });
		expect(first.toReport).toEqual([]);
		expect(decideAnn(signedUpLongBefore, { memory: first }).toReport).toEqual([]);
		expect(decideAnn(signedUpRecently, { memory: first }).toReport).toEqual([signedUpRecently]);
	});

	it.each([
		{ when: 'after', finalAt: startedAt + HOUR_MS, reported: [signedUpLongBefore] },
		{ when: 'before', finalAt: startedAt - HOUR_MS, reported: [] },
	])(
		'decides about an unreadable session date once it is readable: attendance became final $when the first poll',
		({ finalAt, reported }) => {
			const memory = decideAnn(signedUpLongBefore, {
				memory: undefined,
				finalAt: undefined,
				isBaseline: true,
			});
			const result = decideAnn(signedUpLongBefore, { memory, finalAt });
			expect(result.toReport).toEqual(reported);
			expect(result.known).toEqual(new Set([ANN]));
			expect(result.waiting).toEqual(new Map());
		},
	);

	it('keeps a registrant waiting if a poll that read only new rows did not find their row', () => {
		const memory = { ...emptyMemory, waiting: new Map([['ben', now]]) };
		const result = decideAnn(signedUpLongBefore, { memory, isWhole: false });
		expect(result.waiting).toEqual(new Map([['ben', now]]));
	});

	it('forgets a waiting registrant if a poll that read the whole list did not find their row', () => {
		const memory = { ...emptyMemory, waiting: new Map([['ben', now]]) };
		const result = decideAnn(signedUpLongBefore, { memory, isWhole: true });
		expect(result.waiting).toEqual(new Map());
	});

	it('reports registrants in the order in which they registered', () => {
		const rows = new Map([
			['cleo', { id: 3 }],
			['ann', { id: 1 }],
			['ben', { id: 2 }],
		]);
		const moments = { isBaseline: false, now, startedAt };
		const { toReport } = decideRows(rows, true, emptyMemory, () => -Infinity, moments);
		expect(toReport.map(({ id }) => id)).toEqual([1, 2, 3]);
	});
});
