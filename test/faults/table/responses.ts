import { hasUnexpectedForm, isNotJson, isRejected, succeeds } from '../expectations';
import { repeatKey, sendBody } from '../responseWriters';
import { actAndWrite, type Fault, respond } from './fault';

/** Responses with the status 200. */
export const responses: Fault[] = [
	{
		name: 'HTTP 200 with a web page',
		effect: { kind: 'html', times: Infinity },
		expected: isNotJson('a web page'),
	},
	{
		name: 'HTTP 200 with half of the JSON',
		effect: actAndWrite(sendBody((body) => body.slice(0, body.length / 2))),
		serviceActs: true,
		expected: isNotJson('not JSON'),
	},
	{
		name: 'HTTP 200 without a body',
		effect: { kind: 'emptyBody', times: Infinity },
		expected: isNotJson('not JSON'),
	},
	{
		name: 'HTTP 200 with the status "error"',
		effect: { kind: 'statusError', errors: 'Not now.', times: Infinity },
		expected: isRejected('Not now.'),
	},
	{
		name: 'HTTP 200 without the documented field',
		effect: actAndWrite(sendBody(() => '{"status":"success","other":[]}')),
		serviceActs: true,
		expected: (texts) =>
			texts.missingField === undefined ? { requests: 1 } : hasUnexpectedForm(texts.missingField)(texts),
	},
	{
		name: 'HTTP 200 about another person',
		effect: actAndWrite(
			sendBody((body) => body.replace(/"email":"[^"]*"/, '"email":"somebody.else@example.com"')),
		),
		serviceActs: true,
		expected: ({ otherPerson }) => ({ error: otherPerson, requests: 1 }),
	},
	{
		name: 'HTTP 200 about another webinar',
		effect: actAndWrite(sendBody((body) => body.replaceAll(/"webinar_id":\d+/g, '"webinar_id":987654'))),
		serviceActs: true,
		expected: ({ otherWebinar }) => ({ error: otherWebinar, requests: 1 }),
	},
	{
		name: 'HTTP 200 that repeats the API key',
		effect: actAndWrite(repeatKey),
		serviceActs: true,
		expected: succeeds({ requests: 1 }),
	},
	{
		name: 'HTTP 200 with JSON that is not an object',
		effect: respond(200, 'null', { 'content-type': 'application/json' }),
		expected: hasUnexpectedForm('The field "status" is missing.'),
	},
];
