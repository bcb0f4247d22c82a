import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { nodeNamed, readExample } from '../support/examples';
import { byId, useHarness } from '../support/harness';
import { automated, live } from '../support/sandboxWebinars';

const harness = useHarness({ at: Date.parse('2026-11-22T12:00:00Z') });
const recipesPage = readFileSync(join(__dirname, '../../docs/users/recipes.md'), 'utf8');

/** Returns the expressions in the code blocks of a recipe of the docs, in the form of an n8n field. */
function readRecipe(heading: string): string[] {
	const [recipe = ''] = (recipesPage.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ');
	return [...recipe.matchAll(/^```\n(.*)\n```$/gm)].map(([, expression = '']) => `=${expression}`);
}

const getRegistrantsOf = (webinarId: number) => ({
	resource: 'live',
	operation: 'getRegistrants',
	webinarId: byId(webinarId),
	returnAll: true,
});
const registerAnn = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(live.oneSession),
	schedule: byId('next'),
	firstName: 'Ann',
	email: 'ann@example.com',
};

/** Runs the node, and returns the value of an expression for each of its output items. */
async function evaluateAfter(
	parameters: Parameters<typeof harness.run>[0],
	expression: string,
	options?: Parameters<typeof harness.run>[1],
) {
	const { values } = await harness.run(parameters, { ...options, readAfter: expression });
	return values;
}

describe('the recipe "Tags by minutes watched" in the docs', () => {
	it('returns a tag and a branch number for the minutes that each registrant watched, including a registrant who did not attend', async () => {
		const minutesWatched = [5, 10, 45, 61, 95];
		const registrants = harness.addRegistrants(minutesWatched.length + 1);
		for (const [index, registrant] of registrants.entries()) {
			harness.sandbox.startSession(registrant, 240);
			const minutes = minutesWatched[index];
			if (minutes !== undefined) harness.sandbox.attend(registrant, { live: minutes * 60 });
		}
		const [tag = '', branch = ''] = readRecipe('Tags by minutes watched');
		expect(await evaluateAfter(getRegistrantsOf(live.oneSession), tag)).toEqual([
			'watched less than 10 minutes',
			'watched 10 minutes',
			'watched 30 minutes',
			'watched 60 minutes',
			'watched 90 minutes',
			'watched less than 10 minutes',
		]);
		expect(await evaluateAfter(getRegistrantsOf(live.oneSession), branch)).toEqual([0, 1, 2, 3, 4, 0]);
	});
});

describe('the recipe "Stayed for the offer and did not buy" in the docs', () => {
	it('selects subscribed people who left after the minute of the offer', async () => {
		const row = { id: 1, lead_id: 1, email: 'ann@example.com', attended_live: 'Yes', unsubscribed: 'No' };
		harness.respondWithRegistrants([
			{ ...row, id: 1, entered_live: '00:20:00', time_live: '00:30:00' },
			{ ...row, id: 2, entered_live: '00:20:00', time_live: '00:29:00' },
			{ ...row, id: 3, entered_live: '00:00:00', time_live: '01:00:00' },
			{ ...row, id: 4, entered_live: null, time_live: null },
		]);
		const [condition = ''] = readRecipe('Stayed for the offer and did not buy');
		expect(await evaluateAfter(getRegistrantsOf(live.oneSession), condition)).toEqual([
			true,
			false,
			true,
			false,
		]);
	});
});

describe('the recipe "Reminders by text message" in the docs', () => {
	const [phoneExpression = ''] = readRecipe('Reminders by text message');

	it.each([
		{ phoneCountryCode: '+44', phone: '07700 900123', expected: '+447700900123' },
		{ phoneCountryCode: '1', phone: '(202) 555-0143', expected: '+12025550143' },
	])(
		"converts a registrant's phone number $phone to $expected, the format that Twilio needs",
		async ({ phoneCountryCode, phone, expected }) => {
			harness.addRegistrants(
				[{ firstName: 'Ann', email: 'ann@example.com', phoneCountryCode, phone }],
				live.doubleOptIn,
			);
			expect(await evaluateAfter(getRegistrantsOf(live.doubleOptIn), phoneExpression)).toEqual([expected]);
		},
	);

	it('contains the same phone number expression as the example text-message-reminder.json', () => {
		const { parameters } = nodeNamed(readExample('text-message-reminder.json'), 'Text Message');
		expect(parameters).toMatchObject({
			assignments: { assignments: [{ name: 'to', value: phoneExpression }, { name: 'text' }] },
		});
	});
});

describe('the recipe "Names from forms and CRMs" in the docs', () => {
	const [firstWord = '', otherWords = '', decoded = '', partBeforeAt = ''] =
		readRecipe('Names from forms and CRMs');

	/** Registers one person with these expressions, and returns the names in the output. */
	const register = async (item: Record<string, string>, firstName: string, lastName = 'Lee') => {
		const email = "={{ $json.email ?? 'ann@example.com' }}";
		const parameters = { ...registerAnn, email, firstName, additionalFields: { lastName } };
		const [registered] = await harness.getOutput(parameters, { items: [item] });
		return [registered?.first_name, registered?.last_name];
	};

	it.each([{ name: '  Ann Marie  Lee ', names: ['Ann', 'Marie Lee'] }])(
		'splits the name "$name" into $names',
		async ({ name, names }) => {
			await expect(register({ name }, firstWord, otherWords)).resolves.toEqual(names);
		},
	);

	it.each([{ first_name: 'O&#039;Neil &amp; Sons', decodedName: "O'Neil & Sons" }])(
		'decodes the HTML entities in "$first_name"',
		async ({ first_name, decodedName }) => {
			await expect(register({ first_name }, decoded)).resolves.toEqual([decodedName, 'Lee']);
		},
	);

	it('takes the part before the @ as the first name only if there is no name', async () => {
		const withoutName = { email: 'ann.lee@example.com', first_name: ' ' };
		await expect(register(withoutName, partBeforeAt)).resolves.toEqual(['ann.lee', 'Lee']);
		const withName = { email: 'ben.lee@example.com', first_name: 'Ben' };
		await expect(register(withName, partBeforeAt)).resolves.toEqual(['Ben', 'Lee']);
	});
});

describe('the recipe "Registration form" in the docs', () => {
	const [redirectUrl = '', errorText = ''] = readRecipe('Registration form');

	it('redirects a new registrant to the thank-you page, and an existing one to the room', async () => {
		const { url } = harness.sandbox;
		const parameters = { ...registerAnn, options: { ifAlreadyRegistered: 'return' } };
		const [urlForNew] = await evaluateAfter(parameters, redirectUrl);
		expect(urlForNew).toMatch(new RegExp(`^${url}/thank-you/\\w+$`));
		const [urlForExisting] = await evaluateAfter(parameters, redirectUrl);
		expect(urlForExisting).toMatch(new RegExp(`^${url}/room/live/\\w+$`));
	});

	it.each([
		{ invalid: { email: 'ann@' }, expected: 'Please check your email address.' },
		{ invalid: { additionalFields: { phone: 'none' } }, expected: 'Please check your phone number.' },
		{
			invalid: { schedule: byId('99') },
			expected: 'You are not registered yet. Please try again later.',
		},
	])(
		'tells a visitor "$expected" if the registration fails because of $invalid',
		async ({ invalid, expected }) => {
			const expression = errorText.replaceAll("'Register'", "'WebinarJam and EverWebinar'");
			const parameters = { ...registerAnn, ...invalid };
			const values = await evaluateAfter(parameters, expression, { onError: 'continueErrorOutput' });
			expect(values).toEqual([expected]);
		},
	);
});

describe('the recipe "A date in words" in the docs', () => {
	const [inEnglish = ''] = readRecipe('A date in words');
	const inGerman = inEnglish
		.replace("'en'", "'de'")
		.replace(/\.toFormat\([^)]*\)/, ".toLocaleString({ dateStyle: 'full', timeStyle: 'short' })");

	it("returns the date in English and in German, in the webinar's time zone", async () => {
		expect(await evaluateAfter(registerAnn, inEnglish)).toEqual([
			'Friday 27 November 2026, 2:00 PM (New York)',
		]);
		expect(await evaluateAfter(registerAnn, inGerman)).toEqual([
			'Freitag, 27. November 2026 um 14:00 (New York)',
		]);
	});

	it('returns a text in place of the date if the session has no start', async () => {
		const withoutBraces = inEnglish.replace(/^=\{\{|\}\}$/g, '');
		const expression = `={{ $json.starts_at ? ${withoutBraces} : 'at any time' }}`;
		const registerAtAnyTime = { ...registerAnn, webinarId: byId(live.alwaysOn) };
		expect(await evaluateAfter(registerAtAnyTime, expression)).toEqual(['at any time']);
		expect(await evaluateAfter(registerAnn, expression)).toEqual([
			'Friday 27 November 2026, 2:00 PM (New York)',
		]);
	});
});

const startNode = z.object({
	assignments: z.object({ assignments: z.array(z.object({ value: z.string() })) }),
});

describe('the example calendar-entry.json', () => {
	it("calculates the start in UTC from Register's output, with an offset as the time zone", async () => {
		const { parameters } = nodeNamed(readExample('calendar-entry.json'), 'Start');
		const [start] = startNode.parse(parameters).assignments.assignments;
		const registerInKolkata = {
			...registerAnn,
			resource: 'automated',
			webinarId: byId(automated.attendeeZone),
			timezone: 'Asia/Kolkata',
		};
		expect(await evaluateAfter(registerInKolkata, start?.value ?? '')).toEqual(['2026-11-22T16:00:00Z']);
	});
});
