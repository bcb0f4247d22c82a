import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { nodeNamed, readExample } from '../support/examples';
import { byId, useHarness } from '../support/harness';

const harness = useHarness({ at: Date.parse('2026-11-22T12:00:00Z') });
const page = readFileSync(join(__dirname, '../../docs/users/recipes.md'), 'utf8');

/** The expressions of a recipe, as a field of n8n takes them. */
function expressionsOf(heading: string): string[] {
	const [recipe = ''] = (page.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ');
	return [...recipe.matchAll(/^```\n(.*)\n```$/gm)].map(([, expression = '']) => `=${expression}`);
}

const expression = z.object({ value: z.string() });

const live = (operation: string, webinarId: number, parameters = {}) => ({
	resource: 'live',
	operation,
	webinarId: byId(webinarId),
	...(operation === 'register' && { schedule: byId('next'), firstName: 'Ann', email: 'ann@example.com' }),
	...parameters,
});
const registrants = (webinarId: number) => live('getRegistrants', webinarId, { returnAll: true });

/** What n8n makes of an expression for each output item of a node. */
async function evaluate(expression: string, ...[parameters, options]: Parameters<typeof harness.run>) {
	return (await harness.run(parameters, { ...options, readAfter: expression })).values;
}

it('the recipe of minutes watched gets everybody who attended, once, and tells the bands', async () => {
	const minutes = [5, 10, 45, 61, 95];
	const { parameters } = nodeNamed(readExample('attendee-to-crm-tag.json'), 'Somebody Attended');
	const trigger = await harness.activate({
		...parameters,
		webinarId: byId(1),
		event: 'registrantLeftEarly',
		minutesInRoom: 600,
		minutesAfterStart: 180,
	});
	// And one who was not there.
	const people = harness.add(minutes.length + 1);
	for (const [index, person] of people.entries()) {
		harness.sandbox.startSession(person, 240);
		const watched = minutes[index];
		if (watched !== undefined) harness.sandbox.attend(person, { live: watched * 60 });
	}
	const attended = people.slice(0, -1).map(({ leadId }) => leadId);
	expect((await trigger.poll()).map(({ json }) => json.lead_id)).toEqual(attended);
	expect(await trigger.poll()).toEqual([]);

	const [tag = '', branch = ''] = expressionsOf('Tags by minutes watched');
	const tags = ['less than 10', '10', '30', '60', '90', 'less than 10'];
	expect(await evaluate(tag, registrants(1))).toEqual(tags.map((band) => `watched ${band} minutes`));
	expect(await evaluate(branch, registrants(1))).toEqual([0, 1, 2, 3, 4, 0]);
});

it('the recipe of text messages writes a phone as Twilio takes it, from registrant and registration', async () => {
	const phones = [
		['+44', '07700 900123', '447700900123'],
		['+39', '06 1234 5678', '390612345678'],
		['1', '(202) 555-0143', '12025550143'],
		['+229', '0190 123456', '2290190123456'],
	] as const;
	const people = phones.map(([phoneCountryCode, phone], index) => {
		return { firstName: 'Ann', email: `ann${index}@example.com`, phoneCountryCode, phone };
	});
	harness.add(people, 9);
	const [to = ''] = expressionsOf('Reminders by text message');
	expect(await evaluate(to, registrants(9))).toEqual(phones.map(([, , digits]) => `+${digits}`));
	const contact = { lastName: 'Lee', phone: '+44 (0)7700 900123', smsConsent: true };
	expect(await evaluate(to, live('register', 9, { additionalFields: contact }))).toEqual(['+447700900123']);
	expect(nodeNamed(readExample('text-message-reminder.json'), 'Text Message').parameters).toMatchObject({
		assignments: { assignments: [{ name: 'to', value: to }, { name: 'text' }] },
	});
});

describe('the recipe of the registration form', () => {
	const [redirect = '', reason = ''] = expressionsOf('Registration form');

	it("goes on to the webinar's thank-you page, or to the room of somebody who is registered", async () => {
		const { url } = harness.sandbox;
		const options = { ifAlreadyRegistered: 'return' };
		for (const page of ['thank-you', 'room/live']) {
			const [address] = await evaluate(redirect, live('register', 1, { options }));
			expect(address).toMatch(new RegExp(`^${url}/${page}/\\w+$`));
		}
	});

	it.each([
		[{ email: 'ann@' }, 'Please check your email address.'],
		[{ additionalFields: { phone: 'none' } }, 'Please check your phone number.'],
		[{ schedule: byId('99') }, 'You are not registered yet. Please try again later.'],
	])('tells a visitor what to do about %j', async (mistake, told) => {
		const expression = reason.replaceAll("'Register'", "'WebinarJam / EverWebinar'");
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

it('the form with a choice of sessions takes the webinar from its list of sessions, also a live one', async () => {
	const { webinarId, schedule } = z
		.object({ webinarId: expression, schedule: expression })
		.parse(nodeNamed(readExample('session-choice-form.json'), 'Register').parameters);
	expect(webinarId.value).toBe("={{ $('Sessions').first().json.webinar_id }}");
	expect(schedule.value).toContain('json.session');

	const sessions = await harness.output(live('getSessions', 1, { webinarScope: 'one' }));
	const [chosen] = sessions.map(({ webinar_id, schedule: id, date }) => ({
		webinar_id,
		session: [id, date].join('|'),
	}));
	const parameters = live('register', 1, {
		webinarId: byId('={{ $json.webinar_id }}'),
		schedule: byId('={{ $json.session }}'),
	});
	expect(await harness.output(parameters, { items: [chosen ?? {}] })).toMatchObject([{ webinar_id: 1 }]);
});
