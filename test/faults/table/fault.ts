import type { Fault as SandboxFault } from '../../../sandbox';
import type { Hosts } from '../hosts';
import type { OutcomeOf } from '../outcomes';

type Effect = SandboxFault extends infer Fault
	? Fault extends unknown
		? Omit<Fault, 'operation' | 'product' | 'webinarId'>
		: never
	: never;

/** One thing that goes wrong, and what then becomes of the item. */
export interface Fault {
	name: string;
	/** What the service does with the call. */
	answers?: Effect | ((surroundings: { hosts: Hosts; apiKey: string }) => Effect);
	/** The host that is in the service's place. */
	host?: keyof Hosts['addresses'];
	/** Whether the service does what the call asks for all the same. */
	acts?: true;
	/** Real milliseconds in the place of the 30 seconds that a call may take, where they are waited for. */
	limitMs?: number;
	outcome: OutcomeOf;
	/** Of a poll, where n8n's time limit for it comes first. */
	pollOutcome?: OutcomeOf;
}

export const always = { times: Infinity };

/** Answers instead of acting. */
export const answer = (status: number, body: object | string, headers: Record<string, string> = {}) =>
	({ ...always, kind: 'answer', status, body, headers }) as const;

/** Acts, and then answers in its own way. */
export const acting = (write: Extract<SandboxFault, { kind: 'manual' }>['write'], { times } = always) =>
	({ times, kind: 'manual', acts: true, write }) as const;
