import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type Example, nodeNamed, readExample } from '../support/examples';
import { byId, useHarness } from '../support/harness';
import { expressionsOf } from '../support/recipes';

const harness = useHarness({ at: Date.parse('2026-11-22T12:00:00Z') });

const list = (value: string) => ({ __rl: true, mode: 'list', value });
const live = (operation: string, webinarId: number, parameters = {}) => ({
	...{ resource: 'live', operation, webinarId: byId(webinarId) },
	...(operation === 'register' && { schedule: list('next'), firstName: 'Ann', email: 'ann@example.com' }),
	...parameters,
});
const registrants = (webinarId: number) => live('getRegistrants', webinarId, { returnAll: true });

/** What n8n makes of an expression for each output item of a node. */
async function evaluate(expression: string, ...[parameters, options]: Parameters<typeof harness.run>) {
	return (await harness.run(parameters, { ...options, readAfter: expression })).values;
}

/** The fields that a node of n8n's own sets for an item. */
async function fieldsSet(example: Example, name: string, item: IDataObject): Promise<IDataObject> {
	const { assignments } = z
		.object({
			assignments: z.object({ assignments: z.array(z.object({ name: z.string(), value: z.string() })) }),
		})
		.parse(nodeNamed(example, name).parameters).assignments;
	return await evaluateFor(item, Object.fromEntries(assignments.map((field) => [field.name, field.value])));
}

/** What n8n makes of expressions that have the item as their `$json`. */
async function evaluateFor(item: IDataObject, expressions: Record<string, string>): Promise<IDataObject> {
	const members = Object.entries(expressions).map(([name, text]) => `${name}: (${text.slice(3, -2)})`);
	const all = `={{ (($json) => ({ ${members.join(', ')} }))(${JSON.stringify(item)}) }}`;
	const [values] = await evaluate(all, live('get', 1));
	return values as IDataObject;
}

function conditionOf(example: Example, name: string): string {
	const filter = z.object({ conditions: z.tuple([z.object({ leftValue: z.string() })]) });
	const { conditions } = filter.parse(nodeNamed(example, name).parameters.conditions);
	return conditions[0].leftValue;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the recipe of minutes watched', () => {
	const minutes = [5, 10, 45, 61, 95];

	/** People who were in the room for so many minutes of a session that began four hours ago, and one who was not. */
	function register() {
		const people = harness.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, minutes.length + 1);
		for (const [index, person] of people.entries()) {
			harness.sandbox.startSession(person, 240);
			const watched = minutes[index];
			if (watched !== undefined) harness.sandbox.attend(person, { live: watched * 60 });
		}
		return people.slice(0, -1).map(({ leadId }) => leadId);
	}

	it('gets everybody who attended, once', async () => {
		const { parameters } = nodeNamed(readExample('attendee-to-crm-tag.json'), 'Somebody Attended');
		const trigger = await harness.activate({
			...parameters,
			...{ event: 'registrantLeftEarly', minutesInRoom: 600, minutesAfterStart: 180 },
		});
		const attended = register();
		expect((await trigger.poll()).map(({ json }) => json.lead_id)).toEqual(attended);
		expect(await trigger.poll()).toEqual([]);
	});

	it('tells the bands', async () => {
		register();
		const [tag = '', branch = ''] = expressionsOf('Tags by minutes watched');
		const tags = ['less than 10', '10', '30', '60', '90', 'less than 10'];
		expect(await evaluate(tag, registrants(1))).toEqual(tags.map((band) => `watched ${band} minutes`));
		expect(await evaluate(branch, registrants(1))).toEqual([0, 1, 2, 3, 4, 0]);
	});
});

describe('the recipe of another session', () => {
	const example = readExample('move-to-another-session.json');
	const person = { first_name: 'Ann', email: 'ann@example.com' };

	it.each([
		['live', 5, '51', '52', 'register', false],
		['live', 5, '51', '52', 'return', false],
		['automated', 101, '1013|2026-11-23 13:00', '1013|2026-11-24 13:00', 'register', false],
		['automated', 101, '1013|2026-11-23 13:00', '1013|2026-11-24 13:00', 'return', true],
		['automated', 101, '1013|2026-11-23 13:00', '1013|2026-11-24 13:00', 'skip', true],
	])('moves a person of %s webinar %i from %s to %s, mode %s, suppressed: %s', async (...row) => {
		const [resource, id, from, to, ifAlreadyRegistered, isSuppressed] = row;
		const own = { resource, webinarId: byId(id) };
		const contact = {
			firstName: 'Ann',
			email: 'ann@example.com',
			additionalFields: { phone: '+442012345', smsConsent: true },
		};
		const register = (session: string, options = {}) =>
			harness.output({
				...{ ...own, operation: 'register', ...contact },
				...{ schedule: { __rl: true, mode: 'id', value: session }, options },
			});
		await register(from);
		await harness.output({ ...own, operation: 'unsubscribe', unsubscribeBy: 'email', email: contact.email });
		const isDefault = ifAlreadyRegistered === 'register';
		const [moved] = await register(to, isDefault ? {} : { ifAlreadyRegistered });
		expect(Boolean(moved?.existing ?? moved?.skipped ?? false)).toBe(isSuppressed);
		const rows = await harness.output({ ...own, operation: 'getRegistrants', returnAll: true });
		expect(rows.map(({ subscribed }) => subscribed)).toEqual(isSuppressed ? [false] : [false, true]);
	});

	it('asks first whether the session is on offer', async () => {
		const expression = conditionOf(example, 'On Offer?').replace('Another Session Was Chosen', 'Items');
		const isOnOffer = async (session: unknown) => {
			const items = [{ body: { ...person, session } }] as IDataObject[];
			return (await evaluate(expression, nodeNamed(example, 'Webinar').parameters, { items }))[0];
		};
		expect(await Promise.all([52, '53'].map(isOnOffer))).toEqual([true, true]);
		expect(await Promise.all([54, '', undefined].map(isOnOffer))).toEqual([false, false, false]);
	});
});

describe('the recipe of calendar entries', () => {
	const example = readExample('calendar-entry.json');
	const startsLater = conditionOf(example, 'Starts Later?');

	it('takes a registration and a registrant, and leaves out what has no start or has begun', async () => {
		expect(await evaluate(startsLater, live('register', 1))).toEqual([true]);
		expect(await evaluate(startsLater, registrants(1))).toEqual([true]);
		expect(await evaluate(startsLater, live('register', 3))).toEqual([false]);
		expect(await evaluate(startsLater, registrants(3))).toEqual([false]);
	});

	it('has title, start, end and room link of both', async () => {
		const [registration] = await harness.output(live('register', 1));
		const [registrant] = await harness.output(registrants(1));
		const entry = await fieldsSet(example, 'Calendar Entry', registration ?? {});
		expect(entry).toEqual({
			to: 'ann@example.com',
			title: 'Get started in one hour',
			start: '2026-11-27T19:00:00Z',
			end: '2026-11-27T20:00:00Z',
			room_link: registration?.live_room_url,
		});
		expect(await fieldsSet(example, 'Calendar Entry', registrant ?? {})).toEqual(entry);
		const times = z
			.object({ start: z.string(), end: z.string() })
			.parse(nodeNamed(example, 'Calendar File').parameters);
		expect(await evaluateFor(entry, times)).toEqual({
			start: '2026-11-27T19:00:00',
			end: '2026-11-27T20:00:00',
		});
	});
});

describe('the recipes with a phone number', () => {
	const phones = [
		['+44', '07700 900123', '447700900123'],
		['+39', '06 1234 5678', '390612345678'],
		['1', '(202) 555-0143', '12025550143'],
		['+229', '0190 123456', '2290190123456'],
	] as const;

	it('write it as Twilio takes it, from a registrant and from a registration', async () => {
		const people = phones.map(([phoneCountryCode, phone], index) => {
			return { firstName: 'Ann', email: `ann${index}@example.com`, phoneCountryCode, phone };
		});
		harness.sandbox.addRegistrants({ product: 'live', webinarId: 9 }, people);
		const [to = ''] = expressionsOf('Reminders by text message');
		expect(await evaluate(to, registrants(9))).toEqual(phones.map(([, , digits]) => `+${digits}`));
		const contact = { lastName: 'Lee', phone: '+44 (0)7700 900123', smsConsent: true };
		expect(await evaluate(to, live('register', 9, { additionalFields: contact }))).toEqual(['+447700900123']);
		expect(nodeNamed(readExample('text-message-reminder.json'), 'Text Message').parameters).toMatchObject({
			assignments: { assignments: [{ name: 'to', value: to }, { name: 'text' }] },
		});
	});

	it('hash it and the address as Meta and Google say', async () => {
		const example = readExample('conversions-for-advertising.json');
		const hash = async (row: IDataObject) =>
			await fieldsSet(example, 'Hashed', await fieldsSet(example, 'Normalised', row));
		// The hashes of Meta's own examples.
		const row = { lead_id: 7, email: ' John_Smith@gmail.com', phone_country_code: '+1' };
		expect(await hash({ ...row, phone_number: '(650)555-1212' })).toEqual({
			event_id: 7,
			em: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
			ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
			google_email: sha256('john_smith@gmail.com'),
			google_phone: sha256('+16505551212'),
		});
		const dots = { ...row, email: 'John.Q.Smith@GMail.com', phone_number: null };
		const names = ['johnqsmith@gmail.com', 'john.q.smith@gmail.com'].map(sha256);
		expect(await hash(dots)).toMatchObject({
			google_email: names[0],
			em: names[1],
			ph: '',
			google_phone: '',
		});
		const elsewhere = await hash({ ...dots, email: 'j.s@example.com' });
		expect(elsewhere.google_email).toBe(sha256('j.s@example.com'));
	});
});

describe('the recipe of the end of a form', () => {
	const [redirect = '', reason = ''] = expressionsOf('The end of a form');

	it("goes on to the webinar's thank-you page, or to the room of somebody who is registered", async () => {
		const { url } = harness.sandbox;
		const [thankYou] = await evaluate(redirect, live('register', 1));
		expect(thankYou).toMatch(new RegExp(`^${url}/thank-you/\\w+$`));
		const options = { ifAlreadyRegistered: 'return' };
		const [room] = await evaluate(redirect, live('register', 1, { options }));
		expect(room).toMatch(new RegExp(`^${url}/room/live/\\w+$`));
	});

	it.each([
		[{ email: 'ann@' }, 'Please check your email address.'],
		[{ additionalFields: { phone: 'none' } }, 'Please check your phone number.'],
		[{ schedule: byId('99') }, 'You are not registered yet. Please try again later.'],
	])('tells a visitor what to do about %j', async (mistake, told) => {
		const expression = reason.replaceAll("'Register'", "'Webinar Account'");
		const options = { onError: 'continueErrorOutput' as const };
		expect(await evaluate(expression, live('register', 1, mistake), options)).toEqual([told]);
	});
});

describe('the recipe of a date in words', () => {
	const [inEnglish = ''] = expressionsOf('A date in words');
	const inGerman = inEnglish
		.replace("'en'", "'de'")
		.replace(/\.toFormat\([^)]*\)/, ".toLocaleString({ dateStyle: 'full', timeStyle: 'short' })");

	it('says the local time of the webinar, in each language', async () => {
		const parameters = live('register', 1);
		expect(await evaluate(inEnglish, parameters)).toEqual(['Friday 27 November 2026, 2:00 PM (New York)']);
		expect(await evaluate(inGerman, parameters)).toEqual(['Freitag, 27. November 2026 um 14:00 (New York)']);
	});

	it('says the local time of an attendee', async () => {
		const own = { resource: 'automated', webinarId: byId(102), timezone: 'Asia/Kolkata' };
		const parameters = { ...live('register', 102), ...own };
		expect(await evaluate(inEnglish, parameters)).toEqual(['Sunday 22 November 2026, 9:30 PM (GMT+5:30)']);
	});
});
