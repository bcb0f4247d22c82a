import type { ServiceClient } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Clock } from './clock';

/**
 * The service for a poll that may take only so long: no call begins after that. The poll then fails in words, before
 * n8n gives it up without any.
 */
export function withinBudget(service: ServiceClient, budgetMs: number, clock: Clock): ServiceClient {
	const end = clock.now() + budgetMs;
	return {
		account: service.account,
		call: async (...call) => {
			if (clock.now() > end) throw overBudget(budgetMs);
			return await service.call(...call);
		},
	};
}

function overBudget(budgetMs: number): InputError {
	return new InputError(
		`The poll takes longer than the ${Math.round(budgetMs / 1000)} seconds that this n8n allows`,
		'Nothing is lost: the next poll tries again. If this happens every time, there are too many registrants to read in one go: watch a single Session, raise Calls per Second in the credential, or allow polls more time in the settings of n8n.',
	);
}
