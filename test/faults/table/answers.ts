import * as bytes from '../bytes';
import { brokenForm, rejected, succeeds, unclear, unreadable } from '../outcomes';
import { brokeOff } from './connections';
import { acted, always, answer, answered, type Fault, FEW } from './fault';

const tooLarge = unclear(
	"the service's answer is larger than 4 MB",
	'No answer of the service is that long, so it was not read to its end. Check the service and its paths in the credential.',
);
const damaged = unreadable('It is cut off, damaged or nested too deeply.');

/** Answers with the status 200. */
export const answers: Fault[] = [
	answered('200 with a page', { ...always, kind: 'html' }, unreadable('It is a web page.')),
	acted(
		'200 with half of the JSON',
		bytes.sends((text) => text.slice(0, text.length / 2)),
		damaged,
	),
	answered('200 without a body', { ...always, kind: 'emptyBody' }, unreadable('It is empty.')),
	answered(
		'200 with the status `error`',
		{ ...always, kind: 'statusError', errors: 'Not now.' },
		rejected('Not now.'),
	),
	acted(
		'200 without the promised member',
		bytes.sends(() => '{"status":"success","other":[]}'),
		(words) => (words.missing === undefined ? { calls: 1 } : brokenForm(words.missing)(words)),
	),
	acted(
		'200 for another person',
		bytes.sends((text) => text.replace(/"email":"[^"]*"/, '"email":"somebody.else@example.com"')),
		({ another }) => ({ told: another, calls: 1 }),
	),
	acted(
		'200 for another webinar',
		bytes.sends((text) => text.replaceAll(/"webinar_id":\d+/g, '"webinar_id":987654')),
		({ another, anotherWebinar = another }) => ({ told: anotherWebinar, calls: 1 }),
	),
	acted('200 that repeats the key', bytes.repeats, succeeds()),
	acted('200 with 50 MB', bytes.isHuge, tooLarge, { of: FEW }),
	acted('200 with a gzip bomb', bytes.isBomb, tooLarge, { of: FEW }),
	// Bytes can get damaged on the way, so that another try makes sense.
	acted('200, packed and damaged', bytes.isPackedWrong, brokeOff),
	acted('200 in Latin-1, said to be UTF-8', bytes.isLatin1, succeeds()),
	acted('200 in UTF-16', bytes.isUtf16, damaged),
	answered(
		'200 with JSON that is no object',
		answer(200, 'null', { 'content-type': 'application/json' }),
		brokenForm('It is not an object.'),
	),
];
