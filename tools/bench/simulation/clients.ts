import { Limiter } from '../../../nodes/WebinarAccount/service/limiter';
import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';
import type { VirtualClock } from './virtualClock';

/** What makes the calls of one process. */
type Client = Pick<Limiter, 'call'>;

/** The limiter of the node, and what people use in its place. */
export const clients = {
	limiter: (clock) => new Limiter(clock),
	'wait a second': (clock) => waitASecond(clock),
} satisfies Record<string, (clock: VirtualClock) => Client>;

export type ClientName = keyof typeof clients;

/** Makes all calls at once, and repeats a throttled one a second later until it is admitted. */
function waitASecond(clock: VirtualClock): Client {
	return {
		call: async (attempt, { signal }) => {
			for (;;) {
				if (signal?.aborted) throw new CancelledError();
				const outcome = await attempt();
				if (!outcome.throttled) return outcome.value;
				await clock.sleep(1000);
			}
		},
	};
}
