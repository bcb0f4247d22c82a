import { systemClock } from '../../utils/async';
import type { Account } from '../account';
import { Limiter } from './limiter';

const limiters = new Map<string, Limiter>();

/** Returns an account's limiter. All executions, nodes and lists in this process share it. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const account = `${origin} ${apiKey}`;
	const limiter = limiters.get(account) ?? new Limiter(systemClock);
	limiters.set(account, limiter);
	return limiter;
}
