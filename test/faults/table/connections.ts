import * as bytes from '../bytes';
import { notSecure, STATUS_PAGE, TRIES, unclear, unreachable } from '../outcomes';
import { acted, always, answered, type Fault } from './fault';

const NETWORK = `Check the network of this n8n, and try again later. ${STATUS_PAGE}`;
export const brokeOff = unclear('the connection broke off', NETWORK, TRIES);
const tooLate = unclear('the service did not answer within 30 seconds', NETWORK, TRIES);

const refused = unreachable(
	'The host refused the connection. Check the service in the credential, and that the host is up.',
);
const unknown = unreachable(
	'The host name is not known. Check the service in the credential, and the network of this n8n.',
);

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
	answered('reset before the service acts', { ...always, kind: 'resetBefore' }, brokeOff),
	answered('reset after the service acted', { ...always, kind: 'resetAfter' }, brokeOff, { acts: true }),
	acted('closed after the service acted', bytes.ends, brokeOff),
	acted('reset within the answer', bytes.breaksOff, brokeOff),
	acted('network gone after the service acted', bytes.isCutOff, brokeOff),
	acted('TLS broken after the service acted', bytes.garbles, brokeOff, { isSecure: true }),
	acted('no answer in time', bytes.hangs, tooLate, { acts: false }),
	acted('half an answer, then nothing', bytes.stalls, tooLate),
	acted('an answer without end, bit by bit', bytes.drips, tooLate),
	acted('another protocol in place of an answer', bytes.switches, tooLate),
];
