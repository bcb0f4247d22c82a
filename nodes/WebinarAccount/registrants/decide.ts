import { ServiceError } from '../service/errors';
import type { Registered } from './registerPerson';

/** The values of the option If Already Registered. */
export type IfRegistered = 'register' | 'skip' | 'return';

/** The result of a registration that was sent: an error if it is unclear whether the service acted on it. */
export type SentRegistration = Registered | ServiceError;

/** What the registrant list shows: a registration that counts, none, or nothing because it was not read yet. */
export type Listed = Registered | 'none' | 'notLookedUp';

export type Decision =
	| { action: 'lookUp' }
	| { action: 'send' }
	| { action: 'fail'; error: ServiceError }
	| { action: 'return' | 'skip'; registered: Registered; origin: 'run' | 'list' };

/**
 * Decides what to do with a contact. A row applies only if no row above it does.
 *
 * | mode         | earlier in this run | registrant list | decision                        |
 * | ------------ | ------------------- | --------------- | ------------------------------- |
 * | any          | unclear             | any             | fail with the earlier error     |
 * | skip         | registered          | any             | skip                            |
 * | any          | registered          | any             | return the earlier registration |
 * | register     | none                | any             | send                            |
 * | skip, return | none                | not looked up   | look up                         |
 * | skip, return | none                | none            | send                            |
 * | skip         | none                | a registration  | skip                            |
 * | return       | none                | a registration  | return the listed registration  |
 *
 * @param earlierInThisRun the registration of the same person for the same session
 */
export function decide(
	mode: IfRegistered,
	earlierInThisRun: SentRegistration | undefined,
	listed: Listed,
): Decision {
	if (earlierInThisRun instanceof ServiceError) return { action: 'fail', error: earlierInThisRun };
	if (earlierInThisRun) {
		const action = mode === 'skip' ? 'skip' : 'return';
		return { action, registered: earlierInThisRun, origin: 'run' };
	}
	if (mode === 'register' || listed === 'none') return { action: 'send' };
	if (listed === 'notLookedUp') return { action: 'lookUp' };
	return { action: mode, registered: listed, origin: 'list' };
}
