import { byId, useHarness } from '../support/harness';
import { aNumber, containing } from '../support/matchers';
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

	it("returns null as the date and start of an existing registration, as Get Registrants does, if dates depend on the attendee's time zone", async () => {
		const webinar = { resource: 'automated', webinarId: byId(automated.attendeeZone) };
		const register = { ...registerOrReturnAnn, ...webinar, timezone: 'Asia/Kathmandu' };
		const [created = {}] = await harness.getOutput(register);
		await harness.expectOutput(register, [
			{
				schedule: created.schedule,
				live_room_url: created.live_room_url,
				date: null,
				timezone: null,
				starts_at: null,
				existing: true,
			},
		]);
		await harness.expectOutput({ ...webinar, operation: 'getRegistrants' }, [{ starts_at: null }]);
	});

	it('returns null as the start of an existing registration for a session that is always open, as for a new one', async () => {
		const register = {
			...registerOrReturnAnn,
			webinarId: byId(live.alwaysOn),
			additionalFields: { lastName: 'Lee' },
		};
		const noStart = { starts_at: null, date_text: null };
		await harness.expectOutput(register, [noStart]);
		await harness.expectOutput(register, [{ existing: true, ...noStart }]);
	});

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
		const skip = { ...register, options: { ifAlreadyRegistered: 'skip' } };
		const [skipped] = await harness.getOutput(skip, { items: [{ session: 26 }] });
		expect(skipped).toMatchObject({ skipped: true, schedule: 33 });
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

	it('says in a hint that an existing registration has no room link', async () => {
		const row = { id: 1, email: 'ann@example.com', schedule_id: 11 };
		harness.respondWith('registrants', { registrants: { data: [row], last_page: 1 } });
		const { hints } = await harness.run(registerOrReturnAnn);
		expect(hints).toEqual([containing('The registration has no link to the live room.')]);
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
