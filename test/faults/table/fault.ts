import type { Fault as SandboxFault } from '../../../sandbox';
import type { Surroundings, Write } from '../bytes';
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
	answers?: Effect | ((surroundings: Surroundings) => Effect);
	/** The host that is in the service's place. */
	host?: keyof Hosts['addresses'];
	/** Whether the service does what the call asks for all the same. */
	acts?: boolean;
	/** Whether the way to the service is a TLS connection. */
	isSecure?: true;
	/** Whether another execution has its calls admitted meanwhile. */
	isBusy?: true;
	outcome: OutcomeOf;
	/** The operations that it is tried with; all, where absent. */
	of?: readonly string[];
}

/** A read, a write and a poll, for faults that take long and are met in one place. */
export const FEW = ['Get', 'Register', 'Trigger poll'];

export const always = { times: Infinity };

/** Answers instead of acting. */
export const answer = (status: number, body: object | string, headers: Record<string, string> = {}) =>
	({ ...always, kind: 'answer', status, body, headers }) as const;

/** The service answers instead of acting. */
export const answered = (
	name: string,
	answers: NonNullable<Fault['answers']>,
	outcome: OutcomeOf,
	more: Partial<Fault> = {},
): Fault => ({ name, answers, outcome, ...more });

/** The service acts, unless it is said, and its answer does not say so as it should. */
export function acted(name: string, write: Write, outcome: OutcomeOf, more: Partial<Fault> = {}): Fault {
	const { acts = true } = more;
	const answers = (surroundings: Surroundings): Effect => ({
		times: Infinity,
		kind: 'manual',
		acts,
		write: (response, text) => write(response, text, surroundings),
	});
	return answered(name, answers, outcome, { acts, ...more });
}
