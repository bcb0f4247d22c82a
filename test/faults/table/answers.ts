import * as bytes from '../bytes';
import { brokenForm, type OutcomeOf, rejected, succeeds, unclear, unreadable } from '../outcomes';
import { brokeOff } from './connections';
import { acting, always, answer, type Fault } from './fault';

const beyond = (excess: string): OutcomeOf =>
	unclear(
		`the service's answer ${excess}`,
		'No answer of the service is that long, so it was not read to its end. Check the service and its paths in the credential.',
		{ repeated: false },
	);
const tooLarge = beyond('is larger than 4 MB');
const NO_OBJECT = 'It is not an object.';
const damaged = unreadable('It is cut off or damaged.');

/** Answers with the status 200. */
export const answers: Fault[] = [
	{ name: '200 with a page', answers: { ...always, kind: 'html' }, outcome: unreadable('It is a web page.') },
	{
		name: '200 with half of the JSON',
		answers: acting(bytes.sends((text) => text.slice(0, text.length / 2))),
		acts: true,
		outcome: damaged,
	},
	{
		name: '200 without a body',
		answers: { ...always, kind: 'emptyBody' },
		outcome: unreadable('It is empty.'),
	},
	{
		name: '200 with the status `error`',
		answers: { ...always, kind: 'statusError', errors: 'Not now.' },
		outcome: rejected('Not now.', ({ advice }) => advice),
	},
	{
		name: '200 without the promised member',
		answers: acting(bytes.sends(() => '{"status":"success","other":[]}')),
		acts: true,
		outcome: (words) => {
			const { missing } = words;
			return missing === undefined ? succeeds()(words) : brokenForm(() => missing)(words);
		},
	},
	{
		name: '200 for another person',
		answers: acting(
			bytes.sends((text) => text.replace(/"email":"[^"]*"/, '"email":"somebody.else@example.com"')),
		),
		acts: true,
		outcome: ({ another }) => (another ? { told: another, calls: 1 } : { calls: 1 }),
	},
	{
		name: '200 for another webinar',
		answers: acting(bytes.sends((text) => text.replaceAll(/"webinar_id":\d+/g, '"webinar_id":987654'))),
		acts: true,
		outcome: ({ another, anotherWebinar = another }) => ({ told: anotherWebinar, calls: 1 }),
	},
	{
		name: '200 that repeats the key',
		answers: ({ apiKey }) => acting(bytes.repeats(apiKey)),
		acts: true,
		outcome: succeeds(),
	},
	{ name: '200 with 50 MB', answers: acting(bytes.isHuge), acts: true, outcome: tooLarge },
	{ name: '200 with a gzip bomb', answers: acting(bytes.isBomb), acts: true, outcome: tooLarge },
	{
		name: '200 with 400,000 numbers in a list',
		answers: acting(bytes.sends((text) => text.replace('{', `{"more":[${'1,'.repeat(400_000)}1],`))),
		acts: true,
		outcome: beyond('has more than 50000 values, or 2500 in one list, or 50 levels'),
	},
	{
		name: '200, packed and damaged',
		answers: acting(bytes.isPackedWrong),
		acts: true,
		// Bytes can get damaged on the way, so that another try makes sense.
		outcome: brokeOff,
	},
	{
		name: '200 in Latin-1, said to be UTF-8',
		answers: acting(bytes.isLatin1),
		acts: true,
		outcome: succeeds(),
	},
	{ name: '200 in UTF-16', answers: acting(bytes.isUtf16), acts: true, outcome: damaged },
	{
		name: '200 with JSON that is no object',
		answers: answer(200, 'null', { 'content-type': 'application/json' }),
		outcome: brokenForm(({ noObject }) => noObject ?? NO_OBJECT),
	},
];
