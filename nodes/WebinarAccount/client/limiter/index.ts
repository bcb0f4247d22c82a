import type { Account } from '../../service/account';
import { Cancellation } from './cancellation';
import { queueOf } from './queues';

export { retryAfterMs } from '../retryAfter';

export type Attempt<T> = { throttled: false; value: T } | { throttled: true; retryAfterMs: number };
interface CallOptions {
	callsPerSecond: number;
	run: object;
	signal?: AbortSignal | undefined;
}
export function limiterOf(account: Account) {
	return {
		async call<T>(attempt: () => Promise<Attempt<T>>, { callsPerSecond, signal }: CallOptions): Promise<T> {
			return await queueOf(account).run(
				async () => {
					const outcome = await attempt();
					return outcome.throttled
						? { refused: true, waitMs: outcome.retryAfterMs }
						: { refused: false, value: outcome.value };
				},
				{ callsPerSecond, cancellation: Cancellation.of(signal && AbortSignal.any([signal])) },
			);
		},
	};
}
