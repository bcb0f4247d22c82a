import { registerPerson, startOf } from '../../../nodes/WebinarAccount/registrants/register';
import type { CallParameters } from '../../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { answeringClient } from '../../support/answeringClient';
import { entry, finished, onlySession } from '../../support/webinars';

const { automated, live } = products;
const person = { first_name: 'Ann', email: 'ann@example.com' };

interface Sending {
	product?: typeof live;
	form?: string;
	date?: string;
	isWholeSchedule?: boolean;
}

function foundFor({ product = automated, form = 'GMT+1', date = '2026-07-01 13:00' }: Sending = {}) {
	const read = product.takesTimezone ? { product, followsAttendee: true, form } : { product };
	const webinar = finished({ schedules: [entry(5, date)] }, read);
	return { webinar, session: onlySession(webinar) };
}

/** Registers, and gives what was sent with what came back. */
async function register(answered: object, sending: Sending = {}) {
	const sent: CallParameters[] = [];
	const service = answeringClient((parameters) => {
		sent.push(parameters);
		return { user: { user_id: 9, ...answered } };
	});
	const user = await registerPerson(service, foundFor(sending), person, sending.isWholeSchedule ?? false);
	return { user, sent: sent[0] };
}

describe('a registration', () => {
	const always = { ...person, webinar_id: '1', schedule: '5' };

	it.each<[string, Sending, object]>([
		['date and zone', {}, { ...always, date: '2026-07-01 13:00', timezone: 'GMT+1' }],
		['no date for a schedule as a whole', { isWholeSchedule: true }, { ...always, timezone: 'GMT+1' }],
		['no date if the session has none', { date: '' }, { ...always, timezone: 'GMT+1' }],
		['neither for a live webinar', { product: live }, always],
	])('is sent with %s', async (_what, sending, expected) => {
		const { sent, user } = await register({}, sending);
		expect(sent).toEqual(expected);
		expect(user).toMatchObject({ user_id: 9 });
	});

	it.each<[string, object, Sending?]>([
		['as it was sent', { webinar_id: '1', schedule: 5, date: '2026-07-01 13:00', email: 'ann@example.com' }],
		['with nothing but a user', {}],
		['with the address in another spelling', { email: ' Ann@EXAMPLE.com' }],
		['with the date in words', { date: 'Wed, 1 Jul 2026, 01:00 PM' }],
		['with a date that cannot be read', { date: 'soon' }],
		['with the same moment in UTC', { date: '2026-07-01 12:00', timezone: 'GMT+0' }],
		['with the same moment in a region', { date: '2026-07-01 08:00', timezone: 'America/New_York' }],
		['with any date where none was sent', { date: '2026-07-09 13:00' }, { isWholeSchedule: true }],
		['with any date for a live webinar', { date: '2026-07-09 13:00' }, { product: live }],
	])('is taken when it comes back %s', async (_what, answered, sending = {}) => {
		await expect(register(answered, sending)).resolves.toMatchObject({ user: { user_id: 9 } });
	});

	it.each([null, undefined, ''])('with the user_id %j registered nobody', async (user_id) => {
		await expect(register({ user_id })).rejects.toMatchObject({
			message: 'The service reported a success but registered nobody',
			description: expect.stringContaining('Its answer has no user_id.') as string,
			mayHaveActed: false,
		});
	});

	it.each([{ email: 'ben@example.com' }, { webinar_id: 2 }, { email: 5 }])(
		'of another person or webinar is unclear: %j',
		async (answered) => {
			await expect(register(answered)).rejects.toMatchObject({
				message: 'The service answered with the registration of another person or webinar',
				description: expect.stringContaining('The person may have been registered.') as string,
				mayHaveActed: true,
			});
		},
	);

	it.each<[object, string, string, Sending?]>([
		[{ schedule: 6 }, 'schedule 5 on 2026-07-01 13:00', 'schedule 6 on (unknown), user_id 9'],
		[
			{ date: '2026-07-01 14:00' },
			'schedule 5 on 2026-07-01 13:00',
			'schedule (unknown) on 2026-07-01 14:00',
		],
		[{ date: '2026-07-01 13:30', timezone: 'GMT+0' }, 'schedule 5', 'on 2026-07-01 13:30'],
		[{ schedule: 6 }, 'schedule 5 on (any date)', 'schedule 6', { product: live }],
	])('for another session is told: %j', async (answered, chosen, booked, sending = {}) => {
		const registering = register(answered, sending);
		await expect(registering).rejects.toMatchObject({
			message: 'The service registered the person for a different session than the one chosen',
			mayHaveActed: true,
		});
		for (const text of [`Chosen: ${chosen}`, booked])
			await expect(registering).rejects.toMatchObject({
				description: expect.stringContaining(text) as string,
			});
	});
});

describe('the start of a registration', () => {
	const noon = Date.UTC(2026, 6, 1, 12);

	it.each<[string, object, number | undefined]>([
		['that of the session, for its own date', { date: '2026-07-01 13:00', timezone: 'GMT+5' }, noon],
		['in the zone that it names', { date: '2026-07-01 12:00', timezone: 'GMT+0' }, noon],
		['in the zone of the call, if it names none', { date: '2026-07-02 13:00' }, noon + 86_400_000],
		[
			'in the zone of the call, if its own is no zone',
			{ date: '2026-07-02 13:00', timezone: 5 },
			noon + 86_400_000,
		],
		['unknown without a date', { timezone: 'GMT+0' }, undefined],
	])('is %s', (_what, registration, start) => {
		expect(startOf({ date: null, ...registration }, foundFor())).toBe(start);
	});

	it('is in the zone of the webinar, or in EST, where the call had none', () => {
		const date = '2026-07-02 13:00';
		expect(startOf({ date }, foundFor({ product: live }))).toBe(Date.UTC(2026, 6, 2, 13));
		const webinar = finished({ timezone: null, schedules: [entry(5)] });
		expect(startOf({ date }, { webinar, session: onlySession(webinar) })).toBe(Date.UTC(2026, 6, 2, 18));
	});
});
