import { systemClock } from '../../utils/async';
import type { Account } from '../account';
import { Limiter } from './limiter';

const limiters = new Map<string, Limiter>();

/** The limiter of an account: one per service origin and key, for every execution, node and list in this process. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const account = `${origin} ${apiKey}`;
	const limiter = limiters.get(account) ?? new Limiter(systemClock);
	limiters.set(account, limiter);
	return limiter;
}
