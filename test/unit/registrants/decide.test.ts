import {
	decide,
	type Decision,
	type IfRegistered,
	type Listed,
	type SentRegistration,
} from '../../../nodes/WebinarAccount/registrants/decide';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';

/** The person's registration earlier in the run. */
const sent = { user_id: 1 };
/** The person's registration in the registrant list. */
const found = { lead_id: 2 };
const unclear = new ServiceError('The person may have been registered', { mayHaveActed: true });

interface Case {
	mode: IfRegistered;
	earlierInRun: SentRegistration | undefined;
	registrantList: Listed;
	decision: Decision;
}

const send: Decision = { action: 'send' };
const lookUp: Decision = { action: 'lookUp' };
const skipAsSent: Decision = { action: 'skip', registered: sent, origin: 'run' };
const skipAsFound: Decision = { action: 'skip', registered: found, origin: 'list' };
const returnSent: Decision = { action: 'return', registered: sent, origin: 'run' };
const returnFound: Decision = { action: 'return', registered: found, origin: 'list' };

const cases: Case[] = [
	{ mode: 'register', earlierInRun: undefined, registrantList: 'notLookedUp', decision: send },
	{ mode: 'register', earlierInRun: undefined, registrantList: 'none', decision: send },
	{ mode: 'register', earlierInRun: undefined, registrantList: found, decision: send },
	{ mode: 'register', earlierInRun: sent, registrantList: 'notLookedUp', decision: returnSent },
	{ mode: 'register', earlierInRun: sent, registrantList: 'none', decision: returnSent },
	{ mode: 'register', earlierInRun: sent, registrantList: found, decision: returnSent },

	{ mode: 'skip', earlierInRun: undefined, registrantList: 'notLookedUp', decision: lookUp },
	{ mode: 'skip', earlierInRun: undefined, registrantList: 'none', decision: send },
	{ mode: 'skip', earlierInRun: undefined, registrantList: found, decision: skipAsFound },
	{ mode: 'skip', earlierInRun: sent, registrantList: 'notLookedUp', decision: skipAsSent },
	{ mode: 'skip', earlierInRun: sent, registrantList: 'none', decision: skipAsSent },
	{ mode: 'skip', earlierInRun: sent, registrantList: found, decision: skipAsSent },

	{ mode: 'return', earlierInRun: undefined, registrantList: 'notLookedUp', decision: lookUp },
	{ mode: 'return', earlierInRun: undefined, registrantList: 'none', decision: send },
	{ mode: 'return', earlierInRun: undefined, registrantList: found, decision: returnFound },
	{ mode: 'return', earlierInRun: sent, registrantList: 'notLookedUp', decision: returnSent },
	{ mode: 'return', earlierInRun: sent, registrantList: 'none', decision: returnSent },
	{ mode: 'return', earlierInRun: sent, registrantList: found, decision: returnSent },
];

describe('decide', () => {
	it.each(cases)(
		'decides to "$decision.action" in mode "$mode" (earlier in the run: $earlierInRun, in the registrant list: $registrantList)',
		({ mode, earlierInRun, registrantList, decision }) => {
			expect(decide(mode, earlierInRun, registrantList)).toEqual(decision);
		},
	);

	it.each(['register', 'skip', 'return'] as const)(
		'decides to fail a duplicate in mode "%s" if it is unclear whether the earlier registration succeeded',
		(mode) => {
			for (const registrantList of ['notLookedUp', 'none', found] as const) {
				const decision = decide(mode, unclear, registrantList);
				expect(decision).toEqual({ action: 'fail', error: unclear });
			}
		},
	);
});
