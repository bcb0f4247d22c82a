import { byId, Harness } from '../support/harness';
import { once } from '../support/sessionRules';

// Noon in New York on a Wednesday; the clocks there change on 8 March, in London on 29 March.
const NOW = Date.UTC(2026, 1, 25, 17);

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const live = { resource: 'live', operation: 'register', webinarId: byId(1), ...ann };
const automated = { resource: 'automated', operation: 'register', webinarId: byId(101), ...ann };
const mapped = { firstName: '={{ $json.name }}', email: '={{ $json.email }}' };

describe('registering people', () => {
	let harness: Harness;

	beforeAll(async () => {
		harness = await Harness.startAt(NOW);
	});
	beforeEach(() => harness.sandbox.reset());
	afterAll(() => harness.stop());

	/** The parameters of the only registration that reached the service. */
	const sent = () => {
		const calls = harness.sandbox.calls.filter(({ operation }) => operation === 'register');
		expect(calls).toHaveLength(1);
		return calls[0]?.parameters;
	};

	it('registers a person to the next session of a live webinar and returns their room links', async () => {
		const [attendee] = await harness.output(live);
		expect(attendee).toMatchObject({
			webinar_id: 1,
			user_id: harness.sandbox.registrants[0]?.userId,
			first_name: 'Ann',
			email: 'ann@example.com',
			schedule: 11,
			date: '2026-03-02 14:00',
		});
		expect(attendee?.live_room_url).toMatch(/^http:.*\/room\/live\//);
		expect(harness.calls).toEqual(['live/webinar', 'live/register']);
		expect(sent()).toEqual({ webinar_id: '1', schedule: '11', first_name: 'Ann', email: 'ann@example.com' });
	});

	it('registers to one session of an automated webinar by its date, and returns the schedule as a number', async () => {
		const [attendee] = await harness.output({ ...automated, schedule: byId('1013|2026-02-26 13:00') });
		expect(attendee).toMatchObject({ schedule: 1013, date: '2026-02-26 13:00' });
		expect(sent()).toMatchObject({ schedule: '1013', date: '2026-02-26 13:00' });
	});

	it('takes the date from Session Date, too', async () => {
		await harness.output({
			...automated,
			schedule: byId(1013),
			additionalFields: { sessionDate: '2026-02-26T13:00' },
		});
		expect(sent()).toMatchObject({ schedule: '1013', date: '2026-02-26 13:00' });
	});

	it.each([
		['next', '1012', '2026-02-25 12:15'],
		['justInTime', '1012', '2026-02-25 12:15'],
		['instantReplay', '1011', '2026-02-25 12:00'],
		['1013', '1013', '2026-02-25 13:00'],
	])('finds the session "%s" when the workflow runs', async (value, schedule, date) => {
		await harness.output({ ...automated, schedule: { __rl: true, mode: 'list', value } });
		expect(sent()).toMatchObject({ schedule, date });
	});

	it('takes the next session when the list was emptied, as n8n does with another credential', async () => {
		await harness.output({ ...live, schedule: { __rl: true, mode: 'list', value: '' } });
		expect(sent()).toMatchObject({ schedule: '11' });
	});

	it('does not guess a session when an expression gives none', async () => {
		const byExpression = (mode: string) => ({ __rl: true, mode, value: '={{ $json.missing }}' });
		// The editor keeps the list's mode for an expression.
		for (const mode of ['id', 'list'])
			await expect(harness.error({ ...live, schedule: byExpression(mode) })).resolves.toMatchObject({
				message: 'No session is chosen',
			});
		expect(harness.calls).toEqual([]);
	});

	it('says so when it had to guess in which zone the next session is the next', async () => {
		const schedules = [{ date: '2099-01-01 12:00', schedule: 11, comment: 'Once' }];
		const webinar = { webinar_id: 1, timezone: null, schedules };
		harness.sandbox.fail({ kind: 'answer', status: 200, body: { status: 'success', webinar } });
		const { hints } = await harness.run(live);
		expect(hints).toEqual([
			'Webinar 1 has no time zone. Its next session was chosen as if all dates were in EST (GMT-5).',
		]);
	});

	it('registers a series once, through its schedule', async () => {
		await harness.output({ ...live, webinarId: byId(2), additionalFields: { lastName: 'Lee' } });
		expect(sent()).toMatchObject({ schedule: '21' });
		expect(harness.sandbox.registrants[0]?.sessions).toHaveLength(3);
	});

	it('does not register to a schedule that is over', async () => {
		harness.sandbox.changeWebinar({ product: 'live', webinarId: 1 }, { sessions: [once(12, -30)] });
		await expect(harness.error({ ...live, schedule: byId(12) })).resolves.toMatchObject({
			message: 'The schedule 12 has no upcoming session',
		});
		expect(harness.calls).toEqual(['live/webinar']);
	});

	it('lets people into a webinar that is always on', async () => {
		await harness.output({ ...live, webinarId: byId(3) });
		expect(sent()).toMatchObject({ schedule: '31' });
	});

	it('sends every field of the person under the name of the service', async () => {
		await harness.output({
			...automated,
			webinarId: byId(107),
			firstName: '  Ann ',
			email: ' ann+webinar@example.com ',
			additionalFields: {
				lastName: ' O’Brien & Søn ',
				phone: '+44 (20) 7946-0000',
				ipAddress: '203.0.113.7',
				country: 'United States',
				state: 'Texas',
				timezoneId: 2,
				smsConsent: true,
			},
		});
		expect(sent()).toMatchObject({
			first_name: 'Ann',
			email: 'ann+webinar@example.com',
			last_name: 'O’Brien & Søn',
			phone_country_code: '+44',
			phone: '2079460000',
			ip_address: '203.0.113.7',
			country: 'United States',
			state: 'Texas',
			timezone_id: '2',
			twilio_consent: '1',
		});
	});

	it('sends a refusal of text messages as such', async () => {
		await harness.output({ ...live, additionalFields: { smsConsent: false } });
		expect(sent()).toHaveProperty('twilio_consent', '0');
	});

	it('asks for a time zone where the webinar needs one', async () => {
		await expect(harness.error({ ...automated, webinarId: byId(102) })).resolves.toMatchObject({
			message: 'The webinar needs a time zone',
			description: expect.stringContaining('Fill in Timezone') as string,
		});
	});

	it('skips a person without consent, and sends nothing', async () => {
		await expect(harness.output({ ...live, options: { attendeeConsent: false } })).resolves.toEqual([
			{ skipped: true, reason: 'no consent', email: 'ann@example.com' },
		]);
		expect(harness.calls).toEqual([]);
	});

	it.each([
		['={{ "yes" }}', 1],
		['={{ "true" }}', 1],
		['={{ "false" }}', 0],
		['={{ "" }}', 0],
		['={{ null }}', 0],
		['={{ $json.missing }}', 0],
	])('takes only a clear yes for a consent: %s', async (attendeeConsent, registered) => {
		await harness.output({ ...live, options: { attendeeConsent } });
		expect(harness.sandbox.registrants).toHaveLength(registered);
	});

	it.each(['={{ ["I agree"] }}', '={{ "perhaps" }}', '={{ 2 }}', '={{ ({}) }}'])(
		'neither registers nor skips where a consent is no clear one: %s',
		async (attendeeConsent) => {
			await expect(harness.error({ ...live, options: { attendeeConsent } })).resolves.toMatchObject({
				message: 'Attendee Consent is neither yes nor no',
				description: expect.stringContaining('true or false') as string,
			});
			expect(harness.calls).toEqual([]);
		},
	);

	it('reads the webinar once for all contacts, and pairs and orders what comes out', async () => {
		const items = Array.from({ length: 100 }, (_, index) => ({
			name: `P ${index}`,
			email: `p${index}@example.com`,
		}));
		const { output, values } = await harness.run(
			{ ...live, ...mapped },
			{ items, readAfter: '={{ $("Items").item.json.name }}' },
		);
		expect(output.map(({ json }) => json.email)).toEqual(items.map(({ email }) => email));
		expect(values).toEqual(items.map(({ name }) => name));
		expect(harness.calls.filter((call) => call === 'live/webinar')).toHaveLength(1);
		expect(harness.sandbox.registrants).toHaveLength(100);
		expect(harness.sandbox.mostCallsInOneSecond()).toBeLessThanOrEqual(20);
		// None on a quiet machine, as the benchmark shows; a busy one delays calls on their way by more than is foreseen.
		expect(harness.sandbox.calls.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(3);
	});

	describe('with failing items', () => {
		const items = [
			{ name: 'Ann', email: 'ann@example.com' },
			{ name: 'Bob', email: 'no address' },
			{ name: '', email: 'cy@example.com' },
			{ name: 'Dee', email: 'dee@example.com' },
		];

		it('gives a failed item like any other with Continue, in its place and paired', async () => {
			const { output, values } = await harness.run(
				{ ...live, ...mapped },
				{ items, onError: 'continueRegularOutput', readAfter: '={{ $("Items").item.json.email }}' },
			);
			expect(output.map(({ json }) => json.error ?? json.email)).toEqual([
				'ann@example.com',
				'"no address" is not an email address. Use the form name@example.com.',
				'First Name is empty. Fill in First Name: it is required.',
				'dee@example.com',
			]);
			expect(values).toEqual(items.map(({ email }) => email));
		});

		it('gives them on the error output together with their input', async () => {
			const { output, errorOutput } = await harness.run(
				{ ...live, ...mapped },
				{ items, onError: 'continueErrorOutput' },
			);
			expect(output.map(({ json }) => json.email)).toEqual(['ann@example.com', 'dee@example.com']);
			expect(errorOutput.map(({ json, pairedItem }) => [json.email, pairedItem])).toEqual([
				['no address', { item: 1 }],
				['cy@example.com', { item: 2 }],
			]);
		});

		it('registers all before the failed one and none behind it when it stops there', async () => {
			const people = Array.from({ length: 60 }, (_, index) => ({
				name: 'P',
				email: index === 25 ? 'no address' : `p${index}@example.com`,
			}));
			await expect(harness.error({ ...live, ...mapped }, { items: people })).resolves.toMatchObject({
				itemIndex: 25,
			});
			expect(harness.sandbox.registrants.map(({ email }) => email)).toEqual(
				people.slice(0, 25).map(({ email }) => email),
			);
		});

		it('says what is done all the same when the service refuses one in the middle of others', async () => {
			const { sandbox } = harness;
			const people = Array.from({ length: 60 }, (_, index) => ({
				name: 'P',
				email: `p${index}@example.com`,
			}));
			// So that others are under way when the answer comes.
			sandbox.setLatency(100);
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', skip: 4 });
			const error = await harness.error({ ...live, ...mapped }, { items: people });
			sandbox.setLatency(0);
			expect(error.itemIndex).toBe(4);
			const done = sandbox.registrants.map(({ email }) => Number(/\d+/.exec(email)?.[0]));
			const behind = done.filter((index) => index > 4);
			expect(done).toEqual(expect.arrayContaining([0, 1, 2, 3]));
			expect(behind.length).toBeGreaterThan(0);
			expect(error.description).toBe(
				'Correct the named values, then run this item again. ' +
					`Already done, although n8n shows no output: 4 items before this one and ${behind.length} after it. ` +
					'Set If Already Registered to Skip under Options before you run the items again, to avoid duplicates.',
			);
		});

		it('does not say to set Skip where it is set', async () => {
			const people = ['b@example.com', 'no address'].map((email) => ({ name: 'P', email }));
			const { description } = await harness.error(
				{ ...live, ...mapped, options: { ifAlreadyRegistered: 'skip' } },
				{ items: people },
			);
			expect(description).toMatch(
				/Already done, although n8n shows no output: 1 item before this one and 0 after it\. Run the items again: people who are already registered are skipped\.$/,
			);
		});

		it('stops at the first of them otherwise, and names the item', async () => {
			await expect(harness.error({ ...live, ...mapped }, { items })).resolves.toMatchObject({
				name: 'NodeOperationError',
				message: '"no address" is not an email address',
				itemIndex: 1,
			});
		});
	});

	it('says everything that is wrong with an item at once, whatever the kind of fault', async () => {
		const items = [{ list: ['Ann', 'Ben'], email: 'no address' }];
		const list = '={{ $json.list }}';
		const additionalFields = { lastName: list, country: list, timezoneId: 'Mountain', smsConsent: list };
		const options = { ifAlreadyRegistered: 'Skip', addStartTimes: 'perhaps' };
		const wrong = { firstName: list, email: '={{ $json.email }}', additionalFields, options };
		await expect(harness.error({ ...live, ...wrong }, { items })).resolves.toMatchObject({
			message:
				'First Name is not a text. "no address" is not an email address. Last Name is not a text. Country is not a text. "Mountain" is not an option of Texas Time Zone. SMS Consent is neither yes nor no. "Skip" is not an option of If Already Registered. Add Start Times is neither yes nor no',
		});
		expect(harness.calls).toEqual([]);
	});

	it('tells a failed item as sentences', async () => {
		const { output } = await harness.run(
			{ ...live, webinarId: byId(2) },
			{ onError: 'continueRegularOutput' },
		);
		expect(output[0]?.json.error).toBe(
			'Could not register the person: Last Name: The last name field is required. Fill in Last Name in Additional Fields. Correct the named values, then run this item again.',
		);
	});

	it('names the fields that the service complains about, and where they are', async () => {
		await expect(harness.error({ ...live, webinarId: byId(5) })).resolves.toMatchObject({
			name: 'NodeApiError',
			httpCode: '400',
			message:
				'Could not register the person: Phone Country Code: The phone country code field is required. Phone: The phone field is required.',
			description: expect.stringContaining(
				'Fill in Phone Country Code and Phone in Additional Fields.',
			) as string,
		});
	});

	it('tells the reasons of the service apart', async () => {
		const errors = { level: ['is required'], last_name: 'is required' };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		await expect(harness.error(live)).resolves.toMatchObject({
			message: 'Could not register the person: level: is required. Last Name: is required',
		});
	});

	it('refuses a session that the webinar does not offer before anything is sent, and lists the dates', async () => {
		const error = await harness.error({ ...automated, schedule: byId('1013|2026-01-01 13:00') });
		expect(error).toMatchObject({
			message: 'The schedule 1013 has no session on 2026-01-01 13:00',
			description: expect.stringContaining('1013|2026-02-26 13:00') as string,
		});
		expect(harness.calls).toEqual(['automated/webinar']);
		await expect(harness.error({ ...live, schedule: byId(99) })).resolves.toMatchObject({
			message: 'The webinar has no schedule with the ID 99',
		});
		await expect(harness.error({ ...live, webinarId: byId(7) })).resolves.toMatchObject({
			message: 'The webinar has no session',
		});
		expect(harness.sandbox.registrants).toEqual([]);
	});

	it.each([
		['withoutUserId', 'The service reported a success but registered nobody'],
		['otherDate', 'The service registered the person for a different session than the one chosen'],
		['otherSchedule', 'The service registered the person for a different session than the one chosen'],
	] as const)('does not believe a success that is none: %s', async (kind, message) => {
		harness.sandbox.fail({ kind, operation: 'register' });
		await expect(
			harness.error({ ...automated, schedule: byId('1013|2026-02-26 13:00') }),
		).resolves.toMatchObject({ message });
	});

	it('takes what an expression gives, or says which field it does not fit', async () => {
		await harness.output({ ...live, firstName: '={{ 42 }}' });
		expect(sent()).toHaveProperty('first_name', '42');
		await expect(harness.error({ ...live, firstName: '={{ ["a"] }}' })).resolves.toMatchObject({
			message: 'First Name is not a text',
		});
	});

	it('keeps who was registered when the execution is cancelled with Continue', async () => {
		const items = Array.from({ length: 60 }, (_, index) => ({ name: 'P', email: `p${index}@example.com` }));
		const cancel = new AbortController();
		const running = harness.run(
			{ ...live, ...mapped },
			{ items, signal: cancel.signal, onError: 'continueErrorOutput' },
		);
		await until(() => harness.sandbox.registrants.length >= 15);
		cancel.abort();
		const { output, errorOutput } = await running;
		expect(output.length).toBeGreaterThanOrEqual(10);
		expect(output.length + errorOutput.length).toBe(60);
		const registered = new Set(harness.sandbox.registrants.map(({ email }) => email));
		for (const { json } of output) expect(registered).toContain(json.email);
		const unclear = errorOutput.filter(({ json }) => registered.has(String(json.email as string)));
		for (const { json } of unclear) expect(json.error).toMatch(/^The person may have been registered, but/);
		expect(errorOutput.at(-1)?.json).toEqual({
			name: 'P',
			email: 'p59@example.com',
			error: 'The execution was canceled',
		});
	});

	it('ends at once when the execution is cancelled, and goes on with the next one', async () => {
		harness.sandbox.fail({ kind: 'hang', operation: 'register', times: Infinity });
		const cancel = new AbortController();
		const items = Array.from({ length: 60 }, (_, index) => ({ name: 'P', email: `p${index}@example.com` }));
		const running = harness.run({ ...live, ...mapped }, { items, signal: cancel.signal });
		// Once the first ones hang at the service.
		await until(() => harness.sandbox.calls.length >= 10);
		cancel.abort();
		await expect(running).resolves.toMatchObject({ run: { status: 'canceled' } });
		harness.sandbox.clearFaults();
		await expect(harness.output(live)).resolves.toHaveLength(1);
	});
});

/** Waits for something that the sandbox will see. */
async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
