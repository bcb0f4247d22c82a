import * as bytes from '../bytes';
import { notSecure, unclear, unreachable } from '../outcomes';
import { acting, always, type Fault } from './fault';

const NETWORK = 'Check the network of this n8n, and try again later.';
export const brokeOff = unclear('the connection broke off', NETWORK, { repeated: true });
const tooLate = unclear('the service did not answer within 30 seconds', NETWORK, { repeated: true });

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
	{ name: 'closed after the service acted', answers: acting(bytes.ends), acts: true, outcome: brokeOff },
	{ name: 'reset within the answer', answers: acting(bytes.breaksOff), acts: true, outcome: brokeOff },
	{
		name: 'network gone after the service acted',
		answers: ({ clock }) => acting(bytes.isCutOff(clock)),
		acts: true,
		outcome: brokeOff,
	},
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
	{
		name: 'half an answer, then nothing',
		answers: ({ clock }) => acting(bytes.stalls(clock)),
		acts: true,
		outcome: tooLate,
	},
	{
		name: 'an answer without end, bit by bit',
		answers: ({ clock }) => acting(bytes.drips(clock)),
		acts: true,
		outcome: tooLate,
	},
	{
		name: 'another protocol in place of an answer',
		answers: ({ clock }) => acting(bytes.switches(clock)),
		acts: true,
		outcome: tooLate,
	},
];
