import type { Registered } from '../registrants/existingRegistration';
import type { ServiceError } from '../service/errors';
import type { Registrant } from '../service/schemas';

/** What is remembered about one run of the node, until it ends. */
export interface RunMemory {
	/**
	 * The outcome of each register request, by person and session: the registration, or an error if the person might be
	 * registered nevertheless.
	 */
	sent: Map<string, Registration | ServiceError>;
	/** The registrant lists that the run reads as a whole, by webinar and session. Undefined for one that it does not. */
	lists: Map<string, Promise<WholeList | undefined>>;
	/** The people (IDs of `personIdOf`) whom any run has registered since this one began. `lists` may lack them. */
	peopleRegisteredDuringRun: Set<string>;
}

/** The registration of a contact. */
export interface Registration {
	registered: Registered;
	/** What happened to the contact, as the summary of the run calls it. */
	outcome: 'registered' | 'already registered' | 'already registered in this run';
}

/** A registrant list that was read as a whole. */
export interface WholeList {
	/** A person can have several rows. Rows without an email address are left out. */
	rowsByEmail: ReadonlyMap<string, readonly Registrant[]>;
	/** Whether the list has all its rows. Only then does it prove that a person was not in it. */
	isComplete: boolean;
}

/** The memories of the runs in progress in this process. */
export const activeRuns = new Set<RunMemory>();
