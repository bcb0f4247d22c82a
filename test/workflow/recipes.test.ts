import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { nodeNamed, readExample } from '../support/examples';
import { byId, useHarness } from '../support/harness';

const harness = useHarness({ at: Date.parse('2026-11-22T12:00:00Z') });
const recipesPage = readFileSync(join(__dirname, '../../docs/users/recipes.md'), 'utf8');

/** Returns the expressions in the code blocks of a recipe, in the form of an n8n field. */
function expressionsOf(heading: string): string[] {
	const [recipe = ''] = (recipesPage.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ');
	return [...recipe.matchAll(/^```\n(.*)\n```$/gm)].map(([, expression = '']) => `=${expression}`);
}

const getRegistrants = (webinarId: number) => ({
	resource: 'live',
	operation: 'getRegistrants',
	webinarId: byId(webinarId),
	returnAll: true,
});
const registerNext = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	schedule: byId('next'),
	firstName: 'Ann',
	email: 'ann@example.com',
};

/** Runs the node, and returns what the expression gives for each of its output items. */
async function evaluate(expression: string, ...[parameters, options]: Parameters<typeof harness.run>) {
	return (await harness.run(parameters, { ...options, readAfter: expression })).values;
}

describe('the recipe for tags by minutes watched', () => {
	/** Adds registrants who watched for these minutes, and last one who did not attend. */
	const addViewers = (minutes: readonly number[]) => {
		const viewers = harness.addRegistrants(minutes.length);
		for (const [index, viewer] of viewers.entries()) {
			harness.sandbox.startSession(viewer, 240);
			harness.sandbox.attend(viewer, { live: (minutes[index] ?? 0) * 60 });
		}
		const [absent] = harness.addRegistrants(1);
		if (absent) harness.sandbox.startSession(absent, 240);
		return viewers;
	};

	it('reports each attendee once if the trigger is set as the recipe says', async () => {
		const { parameters } = nodeNamed(readExample('attendee-to-crm-tag.json'), 'Somebody Attended');
		const trigger = await harness.activate({
			...parameters,
			webinarId: byId(1),
			event: 'registrantLeftEarly',
			minutesInRoom: 600,
			minutesAfterStart: 180,
		});
		const viewers = addViewers([5, 10, 45, 61, 95]);
		const reported = await trigger.poll();
		expect(reported.map(({ json }) => json.lead_id)).toEqual(viewers.map(({ leadId }) => leadId));
		expect(await trigger.poll()).toEqual([]);
	});

	it('gives a tag and a branch number for the minutes that a registrant watched', async () => {
		addViewers([5, 10, 45, 61, 95]);
		const [tag = '', branch = ''] = expressionsOf('Tags by minutes watched');
		expect(await evaluate(tag, getRegistrants(1))).toEqual([
			'watched less than 10 minutes',
			'watched 10 minutes',
			'watched 30 minutes',
			'watched 60 minutes',
			'watched 90 minutes',
			'watched less than 10 minutes',
		]);
		expect(await evaluate(branch, getRegistrants(1))).toEqual([0, 1, 2, 3, 4, 0]);
	});
});

describe('the recipe for reminders by text message', () => {
	const [phoneExpression = ''] = expressionsOf('Reminders by text message');

	it.each([
		{ phoneCountryCode: '+44', phone: '07700 900123', expected: '+447700900123' },
		{ phoneCountryCode: '+39', phone: '06 1234 5678', expected: '+390612345678' },
		{ phoneCountryCode: '1', phone: '(202) 555-0143', expected: '+12025550143' },
		{ phoneCountryCode: '+229', phone: '0190 123456', expected: '+2290190123456' },
	])(
		'writes the phone number $phone of a registrant as Twilio needs it',
		async ({ phoneCountryCode, phone, expected }) => {
			harness.addRegistrants([{ firstName: 'Ann', email: 'ann@example.com', phoneCountryCode, phone }], 9);
			expect(await evaluate(phoneExpression, getRegistrants(9))).toEqual([expected]);
		},
	);

	it('writes the phone number in the output of Register as Twilio needs it', async () => {
		const additionalFields = { lastName: 'Lee', phone: '+44 (0)7700 900123', smsConsent: true };
		const parameters = { ...registerNext, webinarId: byId(9), additionalFields };
		expect(await evaluate(phoneExpression, parameters)).toEqual(['+447700900123']);
	});

	it('has the same expression as the example workflow', () => {
		const { parameters } = nodeNamed(readExample('text-message-reminder.json'), 'Text Message');
		expect(parameters).toMatchObject({
			assignments: { assignments: [{ name: 'to', value: phoneExpression }, { name: 'text' }] },
		});
	});
});

describe('the recipe for a registration form', () => {
	const [redirectUrl = '', errorText = ''] = expressionsOf('Registration form');

	it('redirects a new registrant to the thank-you page, and an existing one to the room', async () => {
		const { url } = harness.sandbox;
		const parameters = { ...registerNext, options: { ifAlreadyRegistered: 'return' } };
		const [afterFirst] = await evaluate(redirectUrl, parameters);
		expect(afterFirst).toMatch(new RegExp(`^${url}/thank-you/\\w+$`));
		const [afterSecond] = await evaluate(redirectUrl, parameters);
		expect(afterSecond).toMatch(new RegExp(`^${url}/room/live/\\w+$`));
	});

	it.each([
		[{ email: 'ann@' }, 'Please check your email address.'],
		[{ additionalFields: { phone: 'none' } }, 'Please check your phone number.'],
		[{ schedule: byId('99') }, 'You are not registered yet. Please try again later.'],
	])('tells a visitor what to do if the registration fails: %j', async (invalid, expected) => {
		const expression = errorText.replaceAll("'Register'", "'WebinarJam / EverWebinar'");
		const parameters = { ...registerNext, ...invalid };
		const values = await evaluate(expression, parameters, { onError: 'continueErrorOutput' });
		expect(values).toEqual([expected]);
	});
});

describe('the recipe for a date in words', () => {
	const [inEnglish = ''] = expressionsOf('A date in words');
	const inGerman = inEnglish
		.replace("'en'", "'de'")
		.replace(/\.toFormat\([^)]*\)/, ".toLocaleString({ dateStyle: 'full', timeStyle: 'short' })");

	it('writes the local time of the webinar in English and German', async () => {
		expect(await evaluate(inEnglish, registerNext)).toEqual(['Friday 27 November 2026, 2:00 PM (New York)']);
		expect(await evaluate(inGerman, registerNext)).toEqual([
			'Freitag, 27. November 2026 um 14:00 (New York)',
		]);
	});

	it('writes the local time of the attendee if the webinar follows the attendee', async () => {
		const attendeeZone = { resource: 'automated', webinarId: byId(102), timezone: 'Asia/Kolkata' };
		const parameters = { ...registerNext, ...attendeeZone };
		expect(await evaluate(inEnglish, parameters)).toEqual(['Sunday 22 November 2026, 9:30 PM (GMT+5:30)']);
	});
});

describe('the recipe for a form with a choice of sessions', () => {
	const locator = z.object({ value: z.string() });
	const registerParameters = z.object({ webinarId: locator, schedule: locator });

	it('registers to the webinar of the session list for the session of the form', () => {
		const { parameters } = nodeNamed(readExample('session-choice-form.json'), 'Register');
		const { webinarId, schedule } = registerParameters.parse(parameters);
		expect(webinarId.value).toBe("={{ $('Sessions').first().json.webinar_id }}");
		expect(schedule.value).toContain('json.session');
	});

	it('registers for a live session by the values of Get Many Sessions', async () => {
		const [session] = await harness.getOutput({
			resource: 'live',
			operation: 'getSessions',
			webinarScope: 'one',
			webinarId: byId(1),
		});
		const { webinar_id, schedule, date } = z
			.object({ webinar_id: z.number(), schedule: z.number(), date: z.string() })
			.parse(session);
		const item = { webinar_id, session: `${schedule}|${date}` };
		const parameters = {
			...registerNext,
			webinarId: byId('={{ $json.webinar_id }}'),
			schedule: byId('={{ $json.session }}'),
		};
		expect(await harness.getOutput(parameters, { items: [item] })).toMatchObject([{ webinar_id: 1 }]);
	});
});
