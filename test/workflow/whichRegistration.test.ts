import { byId } from '../support/harness';
import { matching } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();
const ann = { email: 'ann@example.com' };
const register = { operation: 'register', firstName: 'Ann', email: '={{ $json.email }}' };
const live = { ...register, resource: 'live', webinarId: byId(1) };
const by = (ifAlreadyRegistered: string) => ({ options: { ifAlreadyRegistered } });
/** Each person with the schedule, as the service has them. */
const registered = () => account.sandbox.registrants.map(({ email, schedule }) => `${email} ${schedule}`);

describe('a rule that is applied once more, because the service rejected what it had chosen', () => {
	const details = { additionalFields: { lastName: 'Lee', phone: '+49 30 123456', smsConsent: true } };
	const dates = { ...register, ...details, resource: 'live', webinarId: byId(5) };

	beforeEach(async () => {
		// The reading that is chosen from has 51, 52 and 53; the service does not have 51 any more.
		await account.output(dates, { items: [{ email: 'bo@example.com' }] });
		const later = [52, 53].map((schedule) => ({ schedule, daysAhead: schedule - 46, time: '16:00' }));
		account.sandbox.changeWebinar(
			{ product: 'live', webinarId: 5 },
			{ sessions: later.map((session) => ({ kind: 'once' as const, ...session })) },
		);
	});

	it.each(['skip', 'return'])('finds who is registered for that session: %s', async (mode) => {
		const [before] = account.add([{ firstName: 'Ann', ...ann }], 5, 52);
		const output = await account.output({ ...dates, ...by(mode) }, { items: [ann] });
		const told = mode === 'skip' ? { skipped: true, reason: 'already registered' } : { existing: true };
		expect(output).toMatchObject([{ ...told, schedule: 52, lead_id: before?.leadId }]);
		expect(registered().filter((one) => one.startsWith('ann'))).toEqual(['ann@example.com 52']);
	});

	it.each(['register', 'return'])('finds who came before in the run: %s', async (mode) => {
		const chosen = { ...dates, ...by(mode), schedule: byId('={{ $json.session }}') };
		const items = ['52', 'next', 'next'].map((session) => ({ ...ann, session }));
		const output = await account.output(chosen, { items });
		expect(output.map(({ schedule, existing }) => [schedule, existing])).toEqual([
			[52, undefined],
			[52, true],
			[52, true],
		]);
		expect(registered().filter((one) => one.startsWith('ann'))).toEqual(['ann@example.com 52']);
	});
});

it('a live session is the same by rule, by ID and by date: nobody comes twice in one run', async () => {
	const [webinar] = await account.output({ ...live, operation: 'get' });
	const [{ date }] = webinar?.schedules as [{ date: string }];
	const items = ['next', '11', `11|${date}`].map((session) => ({ ...ann, session }));
	const output = await account.output({ ...live, schedule: byId('={{ $json.session }}') }, { items });
	expect(output.map(({ existing }) => existing)).toEqual([undefined, true, true]);
	expect(registered()).toEqual(['ann@example.com 11']);
});

it('an unclear failure ends after two minutes, however often the item is run again', async () => {
	account.sandbox.fail({ kind: 'resetBefore', operation: 'register' });
	const outcomes: string[] = [];
	while (outcomes.length < 4) {
		const options = { items: [ann], onError: 'continueRegularOutput' as const };
		const { output } = await account.run({ ...live, ...by('skip') }, options);
		outcomes.push(output[0]?.json.error === undefined ? 'registered' : 'unclear');
		account.letPass(50_000);
	}
	expect(outcomes).toEqual(['unclear', 'unclear', 'unclear', 'registered']);
	expect(registered()).toHaveLength(1);
});

describe.each([
	['skip', { ...live, ...by('skip') }],
	['unsubscribe', { ...live, operation: 'unsubscribe' }],
])('a single contact is found in every spelling of the address: %s', (_what, parameters) => {
	it.each([
		['ann@xn--mller-kva.example', 'ann@m\u00fcller.example'],
		['ann@m\u00fcller.example', 'ann@xn--mller-kva.example'],
		['jos\u00e9@example.com', 'jose\u0301@example.com'],
		['jose\u0301@example.com', 'jos\u00e9@example.com'],
	])('%s listed as %s', async (email, listed) => {
		account.add([{ firstName: 'Ann', email: listed }]);
		const [output] = await account.output(parameters, { items: [{ email }] });
		expect(output).toMatchObject(parameters.operation === 'register' ? { skipped: true } : { success: true });
	});
});

it.each(['Asia/Tokyo', 'Europe/London', 'GMT-5', 'America/Los_Angeles'])(
	'of two dates, the registration for the chosen one is returned: %s',
	async (timezone) => {
		const anywhere = { ...register, resource: 'automated', webinarId: byId(102), timezone };
		const [webinar] = await account.output({ ...anywhere, operation: 'get' });
		const schedules = webinar?.schedules as Array<{ date: string; schedule: number }>;
		const dates = schedules.filter(({ schedule }) => schedule === 1021).slice(0, 2);
		const rooms: unknown[] = [];
		for (const { date } of dates) {
			const parameters = { ...anywhere, schedule: byId(`1021|${date}`) };
			const [registration] = await account.output(parameters, { items: [ann] });
			rooms.push(registration?.live_room_url);
		}
		account.letPass(130_000);
		for (const [index, { date }] of dates.entries()) {
			const parameters = { ...anywhere, schedule: byId(`1021|${date}`), ...by('return') };
			const [existing] = await account.output(parameters, { items: [ann] });
			expect(existing).toMatchObject({ existing: true, live_room_url: rooms[index] });
		}
	},
);

it('a registration made in another time zone keeps its start', async () => {
	const daily = { ...register, resource: 'automated', webinarId: byId(108), schedule: byId('1081|next') };
	const items = ['Asia/Tokyo', 'Asia/Dubai'].map((zone) => ({ ...ann, zone }));
	const parameters = { ...daily, timezone: '={{ $json.zone }}', ...by('return') };
	const [made, existing] = await account.output(parameters, { items });
	expect(existing).toEqual({ ...made, existing: true });
});

it('a live session that is over is not booked, neither by its ID nor by its date', async () => {
	const once = { kind: 'once', time: '14:00' } as const;
	const sessions = [
		{ ...once, schedule: 11, daysAhead: -4 },
		{ ...once, schedule: 12, daysAhead: 4 },
	];
	account.sandbox.changeWebinar({ product: 'live', webinarId: 1 }, { sessions });
	for (const session of ['11', '11|2026-02-26 14:00']) {
		const message = matching(/^The schedule 11 has no /);
		await account.fails({ ...live, schedule: byId(session) }, { message }, { items: [ann] });
	}
	expect(account.count('live/register')).toBe(0);
});
