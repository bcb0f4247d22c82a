import type { ServiceClient } from '../service/endpoints';
import { InputError } from '../service/errors';
import { Cancellation } from './cancellation';
import { beforeDeadline } from './deadline';
import type { Connection } from './request';

/**
 * The service for a poll that may take only so long, also where a call waits or hangs. The poll then fails in words,
 * before n8n gives it up without any.
 * @param budgetMs undefined without a limit
 */
export function withinBudget(connection: Connection, budgetMs: number | undefined): ServiceClient {
	if (budgetMs === undefined) return connection(new Cancellation());
	const signal = budgetMs > 0 ? AbortSignal.timeout(Math.ceil(budgetMs)) : AbortSignal.abort();
	const deadline = Cancellation.of(signal);
	const service = connection(deadline);
	return {
		account: service.account,
		call: async (...call) => {
			if (deadline.isCancelled) throw overBudget(budgetMs);
			return await beforeDeadline(deadline, service.call(...call), () => overBudget(budgetMs));
		},
	};
}

function overBudget(budgetMs: number): InputError {
	return new InputError(
		`The poll takes longer than the ${Math.round(budgetMs / 1000)} seconds that this n8n allows`,
		'Nothing is lost: the next poll tries again. If this happens every time, there are too many registrants to read in one go: watch a single Session, raise Calls per Second in the credential, or allow polls more time in the settings of n8n.',
	);
}
