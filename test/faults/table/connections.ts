import {
	TIMED_OUT,
	ATTEMPTS_OF_A_READ,
	isNotConnected,
	isNotSecure,
	isUncertain,
	STATUS_PAGE,
} from '../expectations';
import { resetWithinResponse, sendNothing } from '../responseWriters';
import { actAndWrite, CREDENTIAL_TEST, type Fault, writeOnly } from './fault';

const CHECK_NETWORK = `Check the network connection of your n8n instance, and try again later. ${STATUS_PAGE}`;

const connectionBrokeOff = isUncertain({
	reason: 'the connection broke off',
	description: CHECK_NETWORK,
	requestsForRead: ATTEMPTS_OF_A_READ,
});

const deadlineExceeded = isUncertain({
	reason: TIMED_OUT,
	description: CHECK_NETWORK,
	requestsForRead: ATTEMPTS_OF_A_READ,
});

/** Faults of the network. */
export const connections: Fault[] = [
	{
		name: 'a refused connection',
		host: 'refusing',
		expected: isNotConnected,
	},
	{
		name: 'a failed look-up of the host name',
		host: 'unknown',
		expected: isNotConnected,
	},
	{
		name: 'a certificate that n8n does not accept',
		host: 'selfSigned',
		expected: isNotSecure,
	},
	{
		name: 'a reset after the service acted',
		effect: { kind: 'resetAfter', times: Infinity },
		serviceActs: true,
		expected: connectionBrokeOff,
	},
	{
		name: 'a reset within the response',
		effect: actAndWrite(resetWithinResponse),
		serviceActs: true,
		expected: connectionBrokeOff,
		exceptFor: CREDENTIAL_TEST,
	},
	{
		name: '30 seconds without a response',
		effect: writeOnly(sendNothing),
		expected: deadlineExceeded,
	},
];
