import * as bytes from '../bytes';
import type { SkippingClock } from '../../support/skippingClock';
import { notSecure, type OutcomeOf, STATUS_PAGE, TRIES, unclear, unreachable } from '../outcomes';
import { acted, acting, always, type Fault } from './fault';

const NETWORK = `Check the network of this n8n, and try again later. ${STATUS_PAGE}`;
export const brokeOff = unclear('the connection broke off', NETWORK, TRIES);
const tooLate = unclear('the service did not answer within 30 seconds', NETWORK, TRIES);

const refused = unreachable(
	'The host refused the connection. Check the service in the credential, and that the host is up.',
);
const unknown = unreachable(
	'The host name is not known. Check the service in the credential, and the network of this n8n.',
);

/** The same, where the writer of the answer needs to know the time. */
const timed = (name: string, write: (clock: SkippingClock) => bytes.Write, outcome: OutcomeOf): Fault => {
	return { name, answers: ({ clock }) => acting(write(clock)), acts: true, outcome };
};

export const connections: Fault[] = [
	{ name: 'connection refused', host: 'refusing', outcome: refused },
	{ name: 'host name unknown', host: 'unknown', outcome: unknown },
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
	acted('closed after the service acted', bytes.ends, brokeOff),
	acted('reset within the answer', bytes.breaksOff, brokeOff),
	timed('network gone after the service acted', bytes.isCutOff, brokeOff),
	{
		name: 'TLS broken after the service acted',
		isSecure: true,
		answers: ({ hosts }) => acting(bytes.garbles(hosts)),
		acts: true,
		outcome: brokeOff,
	},
	{
		name: 'no answer in time',
		answers: ({ clock }) => ({ ...acting(bytes.hangs(clock)), acts: false }),
		outcome: tooLate,
	},
	timed('half an answer, then nothing', bytes.stalls, tooLate),
	timed('an answer without end, bit by bit', bytes.drips, tooLate),
	timed('another protocol in place of an answer', bytes.switches, tooLate),
];
