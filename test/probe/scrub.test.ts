import fc from 'fast-check';

import { membersOf, shapeOf } from '../../tools/probe/finding';
import { fixtureFiles } from '../../tools/probe/fixtures';
import { judge } from '../../tools/probe/judge';
import { scrubbed } from '../../tools/probe/scrub';
import { EMAIL, FOLLOWING, LIVE, probed } from './stage';

const letters = fc.stringMatching(/^[a-zA-ZäöüéñßçøÅłšžА-Яа-я]{5,12}$/).map((word) => `Q${word}`);
const digits = fc.stringMatching(/^[1-9]\d{6,12}$/);

/** What must not get out: of a person, of the account, and of its webinars. */
const secret = fc.oneof(
	fc.array(letters, { minLength: 1, maxLength: 2 }).map((names) => names.join(' ')),
	fc.tuple(letters, letters).map(([name, host]) => `${name}.x+y@${host}.example`),
	digits.map((number) => `+44${number}`),
	fc.uuid(),
	fc.stringMatching(/^[0-9a-f]{12}[a-f]{4}[0-9a-f]{48}$/),
	fc
		.tuple(letters, digits)
		.map(([name, id]) => `https://event.example.com/register/${id}/${name}?e=${name}%40b.c`),
	fc.ipV4(),
);

const MEMBERS = [
	...'email first_name timezone comment type status message errors schedules schedule subscribed'.split(' '),
	...'signup_date webinar registrants data links total unknown_member label'.split(' '),
];

/** An answer of any form whose texts are secrets, alone or in a sentence. */
function answers(texts: readonly string[]) {
	const one = fc.constantFrom(...texts);
	const start = fc.constantFrom('', 'The ', 'Just in time ');
	const text = fc.tuple(start, one, fc.constantFrom('', ' is invalid.')).map((parts) => parts.join(''));
	const name = fc.oneof(fc.constantFrom(...MEMBERS), one);
	return fc.letrec<{ tree: unknown }>((tie) => ({
		tree: fc.oneof(
			{ maxDepth: 4 },
			text,
			fc.constantFrom<unknown>(null, true, 7, 1.25),
			fc.array(tie('tree'), { maxLength: 4 }),
			fc.dictionary(name, tie('tree'), { maxKeys: 5 }),
		),
	})).tree;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{5,}/gu) ?? [];
/** Words of our own sentences, and parts of the addresses above. */
const HARMLESS = ['https', 'event', 'example', 'register', 'invalid'];

describe('What the probe writes', () => {
	it('has no word and no number of a person, a key or a link', () => {
		const cases = fc
			.array(secret, { minLength: 1, maxLength: 4 })
			.chain((texts) => fc.tuple(fc.constant(texts), answers(texts)));
		fc.assert(
			fc.property(cases, ([texts, answer]) => {
				const words = texts.flatMap(wordsOf).filter((word) => !HARMLESS.includes(word));
				const written = JSON.stringify(scrubbed(answer, texts)).toLowerCase();
				expect(words.filter((word) => written.includes(word))).toEqual([]);
			}),
			{ numRuns: 500 },
		);
	});

	it('keeps the form: types, members, and what is the same for everybody', () => {
		const webinar = { webinar_id: 6, name: 'Onboarding', type: null, timezone: 'America/New_York' };
		const row = { email: 'a@b.co', subscribed: 'No', revenue_live: 12.5, registration_fee: 0 };
		const answer = {
			...{ status: 'success', webinar, registrants: { total: 61, data: [row] } },
			schedules: [{ date: '2024-01-05 13:00', schedule: '56', comment: 'Every day, 01:00 PM' }],
			errors: { email: ['The email ann@example.com is invalid.'], '4711': 'x' },
		};
		expect(scrubbed(answer)).toEqual({
			status: 'success',
			webinar: { webinar_id: 1, name: 'x', type: null, timezone: 'America/New_York' },
			registrants: {
				total: 61,
				data: [{ email: 'x@x.x', subscribed: 'No', revenue_live: 1.5, registration_fee: 0 }],
			},
			schedules: [{ date: '0000-00-00 00:00', schedule: '00', comment: 'Every day, 00:00 PM' }],
			errors: { email: ['The x x@x.x is invalid.'], member0: 'x' },
		});
	});

	it('says in the table only what is the same for everybody', () => {
		expect(membersOf({ 'Grace Hopper': 1, data: [], 'grace@example.com': 2 })).toBe(
			'members member0, data, member2',
		);
		expect(shapeOf('Grace is invalid')).toBe('the text "x is invalid"');
		expect([undefined, null, [1], {}, 7, 0.5].map(shapeOf)).toEqual([
			...['missing', 'null', 'a list of 1', 'an object', 'an integer', 'a number'],
		]);
	});

	it.each([
		['live', LIVE],
		['automated', FOLLOWING],
	])('has nothing of anybody at the sandbox, %s', async (_name, plan) => {
		const { evidence, sandbox } = await probed({ ...plan, register: EMAIL });
		const files = fixtureFiles(evidence, judge(evidence), [sandbox.apiKey, EMAIL]);
		const written = files.map(({ text }) => text).join('\n');
		const people = sandbox.registrants.flatMap(({ email, token, ...person }) => [
			...[email, token, String(person.leadId), String(person.userId)],
			...[person.firstName, person.lastName ?? '-'].map((name) => `"${name}`),
		]);
		const webinars = sandbox.webinars.flatMap(({ name, title, hash }) => [name, title, hash]);
		const secrets = [sandbox.apiKey, sandbox.url, EMAIL, ...people, ...webinars];
		expect(secrets.filter((text) => written.includes(text))).toEqual([]);
		expect(files.length).toBeGreaterThan(8);
	});
});
