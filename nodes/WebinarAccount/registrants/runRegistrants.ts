import type { SentRegistration } from './decide';
import { RegistrantLookup } from './registrantLookup';

/**
 * What one run of the node knows about registrants: the registrations that it sent, and the registrant lists that it
 * read.
 */
export class RunRegistrants {
	/** The registrations that this run sent, by person and then by session. */
	readonly sentByPerson = new Map<string, Map<string, SentRegistration>>();
	readonly lookup = new RegistrantLookup();
}
