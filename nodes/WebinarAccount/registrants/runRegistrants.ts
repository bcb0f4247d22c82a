import type { SentRegistration } from './decide';
import { RegistrantLookup } from './registrantLookup';

/** The registrations that one run of the node has sent, and the registrant lists that it has read. */
export class RunRegistrants {
	/** The registrations that this run sent, by person and then by session. */
	readonly sentByPerson = new Map<string, Map<string, SentRegistration>>();
	readonly lookup = new RegistrantLookup();
}
