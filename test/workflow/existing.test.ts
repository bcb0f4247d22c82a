import { byId, useHarness } from '../support/harness';
import { aNumber, containing, matching } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';

const harness = useHarness();

const registerAnn = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(live.oneSession),
	firstName: 'Ann',
	email: 'ann@example.com',
};
const registerOrReturnAnn = { ...registerAnn, options: { ifAlreadyRegistered: 'return' } };

/** The email addresses that are registered at the service. */
const registeredEmails = () => harness.sandbox.registrants.map(({ email }) => email);

describe('Return Existing in If Already Registered', () => {
	it("returns an existing registration with the same fields as a new one, ignoring the email address's case", async () => {
		const parameters = { ...registerOrReturnAnn, additionalFields: { lastName: 'Lee' } };
		const [created = {}] = await harness.getOutput(parameters);
		const [existing] = await harness.getOutput({ ...parameters, email: 'ANN@Example.com' });
		const { password, thank_you_url, user_id, ...sameFields } = created;
		expect(existing).toMatchObject({
			...sameFields,
			existing: true,
			lead_id: aNumber,
			subscribed: true,
		});
		expect(user_id).toEqual(aNumber);
		expect(password).toBeNull();
		expect(thank_you_url).toEqual(containing('http'));
		expect(created).not.toHaveProperty('existing');
		expect(registeredEmails()).toEqual(['ann@example.com']);
	});

	/** Registers Ann for an automated webinar twice, and returns both registrations and her rows in Get Registrants. */
	async function registerTwiceAndList(webinarId: number, timezone: string | undefined) {
		const webinar = { resource: 'automated', webinarId: byId(webinarId) };
		const register = { ...registerOrReturnAnn, ...webinar, timezone };
		const [created = {}] = await harness.getOutput(register);
		const [existing = {}] = await harness.getOutput(register);
		const getRegistrants = { ...webinar, operation: 'getRegistrants' };
		const [row] = await harness.getOutput(getRegistrants);
		const [rowOfAll] = await harness.getOutput({
			...getRegistrants,
			webinarScope: 'all',
			webinarId: undefined,
			filters: { titleContains: 'Evergreen' },
		});
		return { created, existing, rows: [existing, row, rowOfAll] };
	}

	it('returns the start of an existing registration, as Get Registrants does, if the webinar has a fixed time zone', async () => {
		harness.changeWebinar(automated.everyKind, { title: 'Evergreen' });
		const { created, existing, rows } = await registerTwiceAndList(automated.everyKind, undefined);
		expect(existing).toMatchObject({
			schedule: created.schedule,
			live_room_url: created.live_room_url,
			date: created.date,
			timezone: 'America/New_York',
			existing: true,
		});
		const withStart = { starts_at: matching(/Z$/), subscribed: true };
		expect(rows).toMatchObject([withStart, withStart, withStart]);
	});

	it.each([
		{ webinar: 'a webinar without a region', settings: {} },
		{ webinar: 'a webinar that states a region', settings: { shownTimezone: 'America/New_York' } },
	])(
		"returns null as the date and start of an existing registration if dates depend on the attendee's time zone: $webinar",
		async ({ settings }) => {
			const title = { title: 'Evergreen' };
			harness.changeWebinar(automated.attendeeZone, { ...title, ...settings });
			const { created, existing, rows } = await registerTwiceAndList(
				automated.attendeeZone,
				'Asia/Kathmandu',
			);
			expect(existing).toMatchObject({
				schedule: created.schedule,
				live_room_url: created.live_room_url,
				date: null,
				timezone: null,
				existing: true,
			});
			const withoutStart = { starts_at: null, subscribed: true };
			expect(rows).toMatchObject([withoutStart, withoutStart, withoutStart]);
		},
	);

	it('returns the schedule and date of the registration, not of the chosen session of the series', async () => {
		harness.changeWebinar(live.series, {
			sessions: [
				singleSession({ schedule: 33, daysAhead: 13 }),
				singleSession({ schedule: 26, daysAhead: 6 }),
			],
		});
		const register = {
			...registerOrReturnAnn,
			webinarId: byId(live.series),
			schedule: byId('={{ $json.session }}'),
			additionalFields: { lastName: 'Lee' },
		};
		const [created] = await harness.getOutput(register, { items: [{ session: 33 }] });
		const [existing] = await harness.getOutput(register, { items: [{ session: 26 }] });
		expect(existing).toMatchObject({ existing: true, schedule: 33, date: created?.date });
	});

	it('returns null for every output field that is missing from the registrant list', async () => {
		const row = { id: 1, email: 'ann@example.com', links: { live_room: 'live', replay_room: {} } };
		harness.respondWith('registrants', { registrants: { data: [row], last_page: 1 } });
		await expect(harness.getOutput(registerOrReturnAnn)).resolves.toEqual([
			{
				...row,
				first_name: null,
				last_name: null,
				phone_country_code: null,
				phone: null,
				password: null,
				date: null,
				date_text: null,
				timezone: null,
				starts_at: null,
				thank_you_url: null,
				user_id: null,
				webinar_id: live.oneSession,
				webinar_hash: 'kvn1042',
				webinar_title: 'Get started in one hour',
				schedule: 11,
				live_room_url: 'live',
				replay_room_url: null,
				existing: true,
				skipped: false,
			},
		]);
	});
});

describe('a person who is already registered', () => {
	it('sends a second registration by default, and the service creates no duplicate', async () => {
		await harness.getOutput(registerAnn);
		await harness.getOutput(registerAnn);
		expect(harness.countRequests('live/register')).toBe(2);
		expect(registeredEmails()).toEqual(['ann@example.com']);
	});

	it('skips a person if the whole email address matches, ignoring case, but not if only part of it matches', async () => {
		harness.addRegistrants([
			{ firstName: 'Joann', email: 'joann@example.com' },
			{ firstName: 'Ann', email: 'Ann@Example.com' },
		]);
		const parameters = {
			...registerAnn,
			email: '={{ $json.email }}',
			options: { ifAlreadyRegistered: 'skip' },
		};
		const items = [{ email: 'ANN@example.com' }, { email: 'nn@example.com' }];
		const [skipped = {}, registered] = await harness.getOutput(parameters, { items });
		expect(skipped).toEqual({
			first_name: 'Ann',
			last_name: null,
			email: 'ANN@example.com',
			skipped: true,
			reason: 'already registered',
			webinar_id: live.oneSession,
			schedule: 11,
			lead_id: aNumber,
		});
		expect(Object.keys(skipped).slice(2, 5)).toEqual(['email', 'skipped', 'reason']);
		expect(registered).toMatchObject({ skipped: false, email: 'nn@example.com', user_id: aNumber });
	});
});
