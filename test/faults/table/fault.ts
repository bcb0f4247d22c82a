import type { Fault as SandboxFault } from '../../../sandbox';
import type { SkippingClock } from '../../support/skippingClock';
import type { Hosts } from '../hosts';
import type { OutcomeOf } from '../outcomes';

type Effect = SandboxFault extends infer Fault
	? Fault extends unknown
		? Omit<Fault, 'operation' | 'product' | 'webinarId'>
		: never
	: never;

export interface Surroundings {
	hosts: Hosts;
	clock: SkippingClock;
	apiKey: string;
}

/** One thing that goes wrong, and what then becomes of the item. */
export interface Fault {
	name: string;
	/** What the service does with the call. */
	answers?: Effect | ((surroundings: Surroundings) => Effect);
	/** The host that is in the service's place. */
	host?: keyof Hosts['addresses'];
	/** Whether the service does what the call asks for all the same. */
	acts?: true;
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

/** Acts, and then answers in its own way. */
export const acting = (write: Extract<SandboxFault, { kind: 'manual' }>['write']) =>
	({ ...always, kind: 'manual', acts: true, write }) as const;

/** The service acts, and its answer does not say so as it should. */
export const acted = (name: string, write: Parameters<typeof acting>[0], outcome: OutcomeOf): Fault => {
	return { name, answers: acting(write), acts: true, outcome };
};

/** The service answers instead of acting. */
export const answered = (name: string, answers: ReturnType<typeof answer>, outcome: OutcomeOf): Fault => {
	return { name, answers, outcome };
};
