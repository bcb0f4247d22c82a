import * as bytes from '../bytes';
import { notSecure, STATUS_PAGE, TRIES, unclear, unreachable, unreadable } from '../outcomes';
import { actAndWrite, CREDENTIAL_TEST, type Fault, writeOnly } from './fault';

const NETWORK = `Check the network of this n8n, and try again later. ${STATUS_PAGE}`;
export const brokeOff = unclear('the connection broke off', NETWORK, TRIES);
const tooLate = unclear('the service did not respond within 30 seconds', NETWORK, TRIES);

/** Faults of the network. */
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
			'The host name is unknown. Check the service in the credential, and the network of this n8n.',
		),
	},
	{
		name: 'certificate not accepted',
		host: 'selfSigned',
		outcome: notSecure,
	},
	{
		name: 'no TLS at an https URL',
		host: 'plain',
		outcome: notSecure,
	},
	{
		name: 'reset as the request arrives',
		host: 'resetting',
		outcome: (words) => ({ ...brokeOff(words), requests: 0 }),
	},
	{
		name: 'reset before the service acts',
		effect: { kind: 'resetBefore', times: Infinity },
		outcome: brokeOff,
	},
	{
		name: 'reset after the service acted',
		effect: { kind: 'resetAfter', times: Infinity },
		acts: true,
		outcome: brokeOff,
	},
	{
		name: 'closed after the service acted',
		effect: actAndWrite(bytes.ends),
		acts: true,
		outcome: brokeOff,
	},
	{
		name: 'reset within the response',
		effect: actAndWrite(bytes.breaksOff),
		acts: true,
		outcome: brokeOff,
		notOf: CREDENTIAL_TEST,
	},
	{
		name: 'reset within the response to a credential test',
		effect: actAndWrite(bytes.breaksOff),
		acts: true,
		outcome: unreadable('It is empty.'),
		of: [CREDENTIAL_TEST],
	},
	{
		name: 'network gone after the service acted',
		effect: actAndWrite(bytes.isCutOff),
		acts: true,
		outcome: brokeOff,
	},
	{
		name: 'TLS broken after the service acted',
		effect: actAndWrite(bytes.garbles),
		acts: true,
		isSecure: true,
		outcome: brokeOff,
	},
	{
		name: 'no response in time',
		effect: writeOnly(bytes.hangs),
		outcome: tooLate,
	},
	{
		name: 'half a response, then nothing',
		effect: actAndWrite(bytes.stalls),
		acts: true,
		outcome: tooLate,
	},
	{
		name: 'a response without an end, bit by bit',
		effect: actAndWrite(bytes.drips),
		acts: true,
		outcome: tooLate,
	},
	{
		name: 'another protocol instead of a response',
		effect: actAndWrite(bytes.switches),
		acts: true,
		outcome: tooLate,
	},
];
