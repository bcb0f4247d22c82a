import * as bytes from '../bytes';
import { notSecure, type OutcomeOf, succeeds, unclear, unreachable } from '../outcomes';
import { acting, always, type Fault } from './fault';

const NETWORK = 'Check the network of this n8n, and try again later.';
export const brokeOff = unclear('the connection broke off', NETWORK, { repeated: true });
const tooLate = unclear('the service did not answer within 30 seconds', NETWORK, { repeated: true });

const LIMIT_MS = 1000;
/** One read fails and the next succeeds, so that less time is waited for. */
const once = { times: 1 };
const tooLateOnce: OutcomeOf = (words) => (words.doubt === undefined ? succeeds(2)(words) : tooLate(words));

export const connections: Fault[] = [
	{
		name: 'connection refused',
		host: 'refusing',
		outcome: unreachable(
			'The host refused the connection. Check the service in the credential, and that the host is up.',
		),
	},
	{
		name: 'host name unknown',
		host: 'unknown',
		outcome: unreachable(
			'The host name is not known. Check the service in the credential, and the network of this n8n.',
		),
	},
	{ name: 'certificate not accepted', host: 'selfSigned', outcome: notSecure },
	{ name: 'no TLS at an https address', host: 'plain', outcome: notSecure },
	{
		name: 'reset as the request arrives',
		host: 'resetting',
		outcome: (words) => ({ ...brokeOff(words), calls: 0 }),
	},
	{ name: 'reset before the service acts', answers: { ...always, kind: 'resetBefore' }, outcome: brokeOff },
	{
		name: 'reset after the service acted',
		answers: { ...always, kind: 'resetAfter' },
		acts: true,
		outcome: brokeOff,
	},
	{ name: 'reset within the answer', answers: acting(bytes.breaksOff), acts: true, outcome: brokeOff },
	{ name: 'no answer in time', answers: { ...always, kind: 'hang' }, limitMs: LIMIT_MS, outcome: tooLate },
	{
		name: 'half an answer, then nothing, once',
		answers: acting(bytes.stalls, once),
		acts: true,
		limitMs: LIMIT_MS,
		outcome: tooLateOnce,
	},
	{
		name: 'an answer without end, bit by bit, once',
		answers: acting(bytes.drips, once),
		acts: true,
		limitMs: LIMIT_MS,
		outcome: tooLateOnce,
	},
	{
		name: 'another protocol in place of an answer, once',
		answers: acting(bytes.switches, once),
		acts: true,
		limitMs: LIMIT_MS,
		outcome: tooLateOnce,
	},
];
