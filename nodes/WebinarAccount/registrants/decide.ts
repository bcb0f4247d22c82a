import { ServiceError } from '../service/errors';
import type { Registered } from './registerPerson';

/** The values of the If Already Registered option. */
export type IfRegistered = 'register' | 'skip' | 'return';

/** The outcome of a register request: the registration, or an error if the service might have registered the person. */
export type SentRegistration = Registered | ServiceError;

/** The result of looking the person up in the registrant list: an existing registration, none, or not looked up yet. */
export type Listed = Registered | 'none' | 'notLookedUp';

/** The next step for a contact: look it up, send it, fail, or use an existing registration. */
export type Decision =
	| { action: 'lookUp' }
	| { action: 'send' }
	| { action: 'fail'; error: ServiceError }
	| { action: 'return' | 'skip'; registered: Registered; origin: 'run' | 'list' };

/**
 * Decides what to do with a contact. The first row that applies counts:
 *
 * | mode         | earlier in this run | registrant list | decision                        |
 * | ------------ | ------------------- | --------------- | ------------------------------- |
 * | any          | outcome unknown     | any             | fail with the earlier error     |
 * | skip         | registered          | any             | skip                            |
 * | any          | registered          | any             | return the earlier registration |
 * | register     | none                | any             | send                            |
 * | skip, return | none                | not looked up   | look up                         |
 * | skip, return | none                | none            | send                            |
 * | skip         | none                | a registration  | skip                            |
 * | return       | none                | a registration  | return the listed registration  |
 *
 * @param mode the value of the If Already Registered option
 * @param earlierInThisRun the outcome of an earlier request in this run for the same person and session, if any
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
