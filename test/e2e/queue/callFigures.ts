import type { Call } from '../../../sandbox';
import { mostInOneSecond } from '../../../sandbox/rateLimit';

const TOO_MANY = 429;

/** Where a registration says which worker and which execution it comes from; a reading of a webinar does not. */
export const WORKER_PARAMETER = 'ip_address';
export const EXECUTION_PARAMETER = 'state';

/** What the service saw of one run. */
export function callFigures(calls: readonly Call[], workers: readonly string[]) {
	const counted = calls.filter((call) => call.counted);
	const seconds = ((counted.at(-1)?.at ?? 0) - (counted[0]?.at ?? 0)) / 1000;
	return {
		calls: counted.length,
		seconds: round(seconds),
		callsPerSecond: round(counted.length / seconds),
		mostInOneSecond: mostInOneSecond(counted.map(({ at }) => at)),
		throttled: calls.filter(({ status }) => status === TOO_MANY).length,
		registrations: Object.fromEntries(workers.map((worker) => [worker, registrationFigures(calls, worker)])),
	};
}

function registrationFigures(calls: readonly Call[], worker: string) {
	const own = calls.filter(({ parameters }) => parameters[WORKER_PARAMETER] === worker);
	const counted = own.filter((call) => call.counted);
	return {
		calls: counted.length,
		mostInOneSecond: mostInOneSecond(counted.map(({ at }) => at)),
		throttled: own.filter(({ status }) => status === TOO_MANY).length,
	};
}

const round = (value: number) => Math.round(value * 10) / 10;
