import { decideRows } from '../../../nodes/WebinarAccount/trigger/registrantEvent';

const now = Date.UTC(2026, 2, 2, 17);
const moments = { isBaseline: false, now, startedAt: now - 5 * 3_600_000 };

// test/workflow/triggerAttendance and triggerAllWebinars cover who is reported and when.
describe('decideRows', () => {
	it.each([
		{ reading: 'keeps', rows: 'only new rows', isWhole: false, waiting: ['ben'] },
		{ reading: 'forgets', rows: 'the whole list', isWhole: true, waiting: [] },
	])(
		'$reading a waiting registrant if a poll that read $rows did not find their row',
		({ isWhole, waiting }) => {
			const memory = { known: new Set<string>(), waiting: new Map([['ben', now]]) };
			const result = decideRows(new Map([['ann', { id: 1 }]]), isWhole, memory, () => -Infinity, moments);
			expect([...result.waiting.keys()]).toEqual(waiting);
		},
	);

	it('reports registrants in the order in which they registered', () => {
		const rows = new Map([
			['cleo', { id: 3 }],
			['ann', { id: 1 }],
			['ben', { id: 2 }],
		]);
		const memory = { known: new Set<string>(), waiting: new Map<string, number>() };
		const { toReport } = decideRows(rows, true, memory, () => -Infinity, moments);
		expect(toReport.map(({ id }) => id)).toEqual([1, 2, 3]);
	});
});
