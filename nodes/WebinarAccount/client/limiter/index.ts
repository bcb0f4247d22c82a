import type { Account } from '../../service/account';
import { systemClock } from '../clock';
import { Limiter } from './limiter';

export type { Attempt, CallOptions } from './limiter';
export { Limiter };

/** One limiter per service origin and key, for every execution, node and list in this process. */
const limiters = new Map<string, Limiter>();

/** The limiter of an account; those that nobody uses any more are forgotten on the way. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const name = `${origin} ${apiKey}`;
	for (const [other, limiter] of limiters) {
		if (other !== name && limiter.isIdle) limiters.delete(other);
	}
	const limiter = limiters.get(name) ?? new Limiter(systemClock, Math.random);
	limiters.set(name, limiter);
	return limiter;
}
