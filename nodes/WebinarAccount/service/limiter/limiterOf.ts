import { systemClock } from '../../utils/async';
import type { Account } from '../account';
import { Limiter } from './limiter';

const limiters = new Map<string, Limiter>();

/** Returns the limiter for an account, which all executions, nodes and lists in this process share. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const account = `${origin} ${apiKey}`;
	const limiter = limiters.get(account) ?? new Limiter(systemClock);
	limiters.set(account, limiter);
	return limiter;
}
