import type { Fault as SandboxFault } from '../../../sandbox';
import type { Surroundings, Write } from '../bytes';
import type { Hosts } from '../hosts';
import type { OutcomeOf } from '../outcomes';

/** What the sandbox does with requests. The operation adds which requests these are. */
export type Effect = SandboxFault extends infer Each
	? Each extends unknown
		? Omit<Each, 'operation' | 'product' | 'webinarId'>
		: never
	: never;

/** One thing that goes wrong, and what the item comes to. */
export interface Fault {
	name: string;
	/** What the service does with the requests. Absent if no request reaches the service. */
	effect?: Effect | ((surroundings: Surroundings) => Effect);
	/** The host in place of the service. */
	host?: keyof Hosts['addresses'];
	/** Whether the service does what the request asks for. */
	acts?: true;
	/** Whether the connection to the service uses TLS. */
	isSecure?: true;
	/** Whether requests of another execution are admitted meanwhile. */
	isBusy?: true;
	outcome: OutcomeOf;
	/** The operations that meet the fault; all of them if absent. */
	of?: readonly string[];
	/** An operation that does not meet the fault. */
	notOf?: string;
}

/** A read, a write and a poll, for faults that take long and are handled in one place. */
export const FEW = ['Get', 'Register', 'Trigger poll'];

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
export function actAndWrite(write: Write): (surroundings: Surroundings) => Effect {
	return (surroundings) => ({
		kind: 'manual',
		acts: true,
		write: (response, body) => write(response, body, surroundings),
		times: Infinity,
	});
}

/** The service writes this response instead of acting. */
export function writeOnly(write: Write): (surroundings: Surroundings) => Effect {
	return (surroundings) => ({
		kind: 'manual',
		acts: false,
		write: (response, body) => write(response, body, surroundings),
		times: Infinity,
	});
}
