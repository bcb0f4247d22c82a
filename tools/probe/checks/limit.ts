import { BETWEEN_BURSTS_MS } from '../caller';
import { type Evidence, isSuccess } from '../evidence';
import { all, type Check, every, shapeOf } from '../finding';
import { answerOf } from './transport';

/** Answers that come later make the pauses longer. */
const isOnTime = (evidence: Evidence) =>
	evidence.of('burst').every(({ elapsedMs }) => elapsedMs < BETWEEN_BURSTS_MS);

const throttled = (evidence: Evidence) => evidence.of('burst').filter(({ status }) => status === 429);

/**
 * How a service counts that admits so many of the second and third burst, of 25 calls each, 0.6 and 1.2 seconds after
 * one of 5. In a sliding window, 5 of the first 20 have left it by the third; a new fixed window has room for 20, and a
 * bucket that leaks 20 in a second has room for 20 and then for 12.
 */
function countingOf(second: number, third: number): string | undefined {
	if (second >= 14 && second <= 16 && third >= 4 && third <= 6) return 'a sliding window';
	if ((second >= 14 && second <= 16 && third >= 19) || (second >= 19 && third <= 1)) return 'a fixed window';
	return second >= 19 && third >= 8 && third <= 16 ? 'a leaky bucket' : undefined;
}

/** Three bursts, of which the second exceeds the limit. */
export const limit = {
	'limit-status': (evidence) => {
		const burst = evidence.of('burst');
		const refused = throttled(evidence).length;
		const others = burst.filter((answer) => answer.status !== 429 && !isSuccess(answer)).length;
		if (burst.length === 0 || (!isOnTime(evidence) && refused + others === 0)) return undefined;
		const seen = `${refused} of ${burst.length} calls throttled with 429, ${others} with another status`;
		return { holds: refused > 0 && others === 0, seen };
	},
	'limit-counting': (evidence) => {
		const [first = 0, second = 0, third = 0] = [0, 1, 2].map(
			(wanted) => evidence.good('burst').filter(({ burst }) => burst === wanted).length,
		);
		const counting = first === 5 && isOnTime(evidence) ? countingOf(second, third) : undefined;
		if (counting === undefined) return undefined;
		const seen = `${counting}: ${first}, ${second}, ${third} accepted`;
		return { holds: counting === 'a sliding window', seen };
	},
	'limit-body': every(
		throttled,
		({ body }) => /too many requests/i.test(JSON.stringify(body)),
		({ body }) => shapeOf(body),
	),
	'limit-headers': every(
		(evidence) => throttled(evidence).map(({ headers }) => headers['retry-after']),
		(header) => header === undefined,
	),
	'limit-pause': every(all('afterBurst'), isSuccess, answerOf),
} satisfies Record<string, Check>;
