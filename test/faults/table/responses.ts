import * as bytes from '../bytes';
import { rejected, succeeds, unexpectedForm, unreadable } from '../outcomes';
import { brokeOff } from './connections';
import { actAndWrite, CREDENTIAL_TEST, type Fault, respond } from './fault';

const damaged = unreadable('It is cut off or damaged.');

/** Responses with the status 200. */
export const responses: Fault[] = [
	{
		name: '200 with a page',
		effect: { kind: 'html', times: Infinity },
		outcome: unreadable('It is a web page.'),
	},
	{
		name: '200 with half of the JSON',
		effect: actAndWrite(bytes.sends((body) => body.slice(0, body.length / 2))),
		acts: true,
		outcome: damaged,
	},
	{
		name: '200 without a body',
		effect: { kind: 'emptyBody', times: Infinity },
		outcome: unreadable('It is empty.'),
	},
	{
		name: '200 with the status `error`',
		effect: { kind: 'statusError', errors: 'Not now.', times: Infinity },
		outcome: rejected('Not now.'),
	},
	{
		name: '200 without the documented field',
		effect: actAndWrite(bytes.sends(() => '{"status":"success","other":[]}')),
		acts: true,
		outcome: (words) =>
			words.missing === undefined ? { requests: 1 } : unexpectedForm(words.missing)(words),
	},
	{
		name: '200 for another person',
		effect: actAndWrite(
			bytes.sends((body) => body.replace(/"email":"[^"]*"/, '"email":"somebody.else@example.com"')),
		),
		acts: true,
		outcome: ({ anotherPerson }) => ({ error: anotherPerson, requests: 1 }),
	},
	{
		name: '200 for another webinar',
		effect: actAndWrite(bytes.sends((body) => body.replaceAll(/"webinar_id":\d+/g, '"webinar_id":987654'))),
		acts: true,
		outcome: ({ anotherWebinar }) => ({ error: anotherWebinar, requests: 1 }),
	},
	{
		name: '200 that repeats the key',
		effect: actAndWrite(bytes.repeatsKey),
		acts: true,
		outcome: succeeds(),
	},
	{
		// Bytes can be damaged on the way, so another try makes sense.
		name: '200, compressed and damaged',
		effect: actAndWrite(bytes.isDamagedGzip),
		acts: true,
		outcome: brokeOff,
		notOf: CREDENTIAL_TEST,
	},
	{
		name: '200, compressed and damaged, for a credential test',
		effect: actAndWrite(bytes.isDamagedGzip),
		acts: true,
		outcome: unreadable('It is empty.'),
		of: [CREDENTIAL_TEST],
	},
	{
		name: '200 in Latin-1, declared as UTF-8',
		effect: actAndWrite(bytes.isLatin1),
		acts: true,
		outcome: succeeds(),
	},
	{
		name: '200 in UTF-16',
		effect: actAndWrite(bytes.isUtf16),
		acts: true,
		outcome: damaged,
	},
	{
		name: '200 with JSON that is not an object',
		effect: respond(200, 'null', { 'content-type': 'application/json' }),
		outcome: unexpectedForm('It is not an object.'),
	},
];
