import { products } from '../../../nodes/WebinarAccount/service/products';
import { asRegistration, bestOf } from '../../../nodes/WebinarAccount/registrants/existing';
import { entry, finished, onlySession } from '../../support/webinars';

/** A chosen session at noon of 2 March. */
function foundIn(timezone: string | null, followsAttendee = false, date = '2026-03-02 12:00') {
	const detail = { timezone, webinar_hash: 'uvw1234', schedules: [entry(5, date)] };
	const webinar = finished(detail, { product: products.automated, followsAttendee });
	return { webinar, session: onlySession(webinar) };
}

const now = Date.UTC(2026, 2, 1, 12);
const chosen = { id: 1, event: 'Mon, 2 Mar 2026, 12:00 PM' };
const soon = { id: 2, event: '2026-03-01 18:00' };
const later = { id: 3, event: '2026-03-05 12:00' };
const older = { id: 4, event: '2026-02-01 12:00' };
const newest = { id: 5, event: '2026-02-02 12:00' };
const unknown = { id: 6 };

describe('of several registrations of a person', () => {
	it.each<[string, object[], object]>([
		['the one for the chosen date', [soon, later, chosen, newest], chosen],
		[
			'the one whose schedule has the chosen date',
			[soon, { ...chosen, event: undefined, schedule: '2026-03-02 12:00' }],
			{ ...chosen, event: undefined, schedule: '2026-03-02 12:00' },
		],
		['the next upcoming one', [newest, later, soon, older], soon],
		['the newest, where all are over', [older, newest], newest],
		['the newest, whose date is not known', [older, unknown, newest], unknown],
		['one without a number last', [{ event: '2026-02-03 12:00' }, older], older],
		['the only one', [older], older],
	])('%s counts', (_which, rows, expected) => {
		const read = rows.map((row) => ({ ...row }));
		expect(bestOf(read, foundIn('UTC'), now)).toEqual(expected);
		expect(bestOf(read.reverse(), foundIn('UTC'), now)).toEqual(expected);
	});

	it('the next is that in the zone of the webinar, or else in UTC', () => {
		const rows = [
			{ id: 1, event: '2026-03-01 10:00' },
			{ id: 2, event: '2026-03-01 14:00' },
		];
		expect(bestOf(rows, foundIn('America/New_York'), now)).toEqual(rows[0]);
		expect(bestOf(rows, foundIn(null), now)).toEqual(rows[1]);
	});

	it('none counts where there is none, and no date is the chosen one without a choice', () => {
		expect(bestOf([], foundIn('UTC'), now)).toBeUndefined();
		expect(bestOf([{ id: 1 }, soon], foundIn('UTC', false, ''), now)).toEqual(soon);
	});
});

describe('a row as a registration', () => {
	const nothing = { password: null, thank_you_url: null };

	it('has every member of a new one, and its own', () => {
		const row = {
			...chosen,
			user_id: 9,
			phone: '5',
			schedule_id: 6,
			live_room: 'live',
			replay_room: 'replay',
			utm: 'x',
		};
		expect(asRegistration(row, foundIn('UTC'))).toEqual({
			...row,
			...nothing,
			...{ webinar_hash: 'uvw1234', webinar_id: 1, schedule: 6 },
			...{ date: '2026-03-02 12:00', timezone: 'UTC', live_room_url: 'live', replay_room_url: 'replay' },
		});
	});

	it.each([
		[{ live_room: 'live', links: {} }],
		[{ live_room: 'live', links: null }],
		[{ links: { live_room: 'live' } }],
		[{ live_room: 'live', links: { live_room: null } }],
	])('has the link of %j', (row) => {
		expect(asRegistration(row, foundIn('UTC')).live_room_url).toBe('live');
	});

	it('has null for what the list does not know', () => {
		expect(asRegistration({ id: 1, links: { live_room: 'live', replay_room: {} } }, foundIn(null))).toEqual({
			...{ id: 1, links: { live_room: 'live', replay_room: {} } },
			...nothing,
			...{ webinar_hash: 'uvw1234', webinar_id: 1, schedule: 5, date: null, timezone: null },
			...{ live_room_url: 'live', replay_room_url: null, phone: null, user_id: null },
		});
	});

	it('has no date where the list does not state its zone', () => {
		expect(asRegistration(chosen, foundIn('auto-detect', true))).toMatchObject({
			date: null,
			timezone: null,
		});
		expect(asRegistration({ schedule: '2026-03-02 12:00' }, foundIn('UTC'))).toMatchObject({
			date: '2026-03-02 12:00',
		});
	});
});
