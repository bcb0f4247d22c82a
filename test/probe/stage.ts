import type { RequestHandler } from 'express';

import { readAccount } from '../../nodes/WebinarAccount/service/account';
import type { Evidence } from '../../tools/probe/evidence';
import { type Plan, probe } from '../../tools/probe/run';
import { type Sandbox, startSandbox } from '../../sandbox';

export const EMAIL = 'grace.hopper@example.com';

/** Follows the attendee's time zone. */
export const FOLLOWING = { products: ['automated'], webinar: '102', limit: false } as const satisfies Plan;
/** In the zone of the host. */
export const FIXED = { ...FOLLOWING, webinar: '101' } as const satisfies Plan;
export const LIVE = { ...FOLLOWING, products: ['live'], webinar: '2' } as const satisfies Plan;

const LIMIT = 20;

/** Probes a new sandbox with registrants for 2 pages. A second passes only when the probe waits. */
export async function probed(
	plan: Plan,
	inspectors: readonly RequestHandler[] = [],
	callsPerSecond = LIMIT,
): Promise<{ evidence: Evidence; sandbox: Sandbox }> {
	let calls = 0;
	const throttle: RequestHandler = (_request, response, next) => {
		if (++calls <= callsPerSecond || !plan.limit) next();
		else response.status(429).send({ status: 'error', message: 'Too many requests' });
	};
	const sandbox = await startSandbox({ inspectors: [...inspectors, throttle], callsPerSecond: Infinity });
	try {
		const crowded = sandbox.webinars.filter(({ id }) => [101, 102, 2, 8, 108].includes(id));
		for (const { product, id } of crowded) {
			const [late, early] = sandbox.addRegistrants({ product, webinarId: id }, 30);
			if (late) sandbox.attend(late, { live: 3600 });
			if (early) sandbox.attend(early, { live: 600 });
		}
		const account = readAccount({ apiKey: sandbox.apiKey, service: 'custom', baseUrl: sandbox.url });
		const sleep = async () => Promise.resolve((calls = 0));
		return { evidence: await probe(plan, { account, pauseMs: 0, sleep, now: () => 0 }), sandbox };
	} finally {
		await sandbox.close();
	}
}
