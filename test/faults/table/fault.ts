import type { Fault as SandboxFault } from '../../../sandbox';
import type { Expectation } from '../expectations';
import type { ResponseWriter, Surroundings } from '../responseWriters';
import type { Hosts } from '../startHosts';

/** What the sandbox does with the faulty requests. Which requests these are depends on the operation. */
type Effect = SandboxFault extends infer Each
	? Each extends unknown
		? Omit<Each, 'operation' | 'product' | 'webinarId'>
		: never
	: never;

/** One thing that goes wrong, and the expected result of the item. */
export interface Fault {
	name: string;
	/** What the service does with the requests. Absent if no request reaches the service. */
	effect?: Effect | ((surroundings: Surroundings) => Effect);
	/** The host in place of the service. */
	host?: keyof Hosts['urls'];
	/** Whether the service does what the request asks for. */
	serviceActs?: true;
	expected: Expectation;
	/** The only operations that meet the fault. All of them if absent. */
	onlyFor?: readonly string[];
	/** An operation that does not meet the fault. */
	exceptFor?: string;
}

/** A read and a write, for faults that take long and that the node handles in one place. */
export const READ_AND_WRITE = ['Get', 'Register'];

/**
 * n8n's request helper for credential tests returns an empty body if a response breaks off, and not an error. The other
 * helper throws one.
 */
export const CREDENTIAL_TEST = 'Credential Test';

/** The service responds like this instead of acting. */
export function respond(status: number, body: object | string, headers: Record<string, string> = {}): Effect {
	return { kind: 'answer', status, body, headers, times: Infinity };
}

/** The service acts, and then writes this response. */
export function actAndWrite(write: ResponseWriter): (surroundings: Surroundings) => Effect {
	return (surroundings) => ({
		kind: 'manual',
		acts: true,
		write: (response, body) => write(response, body, surroundings),
		times: Infinity,
	});
}

/** The service writes this response instead of acting. */
export function writeOnly(write: ResponseWriter): (surroundings: Surroundings) => Effect {
	return (surroundings) => ({
		kind: 'manual',
		acts: false,
		write: (response, body) => write(response, body, surroundings),
		times: Infinity,
	});
}
