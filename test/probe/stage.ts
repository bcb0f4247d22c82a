import { readAccount } from '../../nodes/WebinarAccount/service/account';
import type { Evidence } from '../../tools/probe/evidence';
import { type Plan, probe } from '../../tools/probe/run';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';

export const EMAIL = 'grace.hopper@example.com';

/** Follows the attendee's time zone. */
export const FOLLOWING = { products: ['automated'], webinar: '102' } as const satisfies Plan;
/** In the zone of the host. */
export const FIXED = { ...FOLLOWING, webinar: '101' } as const satisfies Plan;
export const LIVE = { products: ['live'], webinar: '2' } as const satisfies Plan;

/** Probes a new sandbox with registrants for 2 pages. Time passes only when the probe waits. */
export async function probed(
	plan: Plan,
	options: SandboxOptions = {},
): Promise<{ evidence: Evidence; sandbox: Sandbox }> {
	let now = 0;
	const sandbox = await startSandbox({ clock: () => now, ...options });
	try {
		const crowded = sandbox.webinars.filter(({ id }) => [101, 102, 2, 8, 108].includes(id));
		for (const { product, id } of crowded) {
			const [late, early] = sandbox.addRegistrants({ product, webinarId: id }, 30);
			if (late) sandbox.attend(late, { live: 3600 });
			if (early) sandbox.attend(early, { live: 600 });
		}
		const account = readAccount({ apiKey: sandbox.apiKey, service: 'custom', baseUrl: sandbox.url });
		const sleep = async (milliseconds: number) => Promise.resolve((now += milliseconds));
		return { evidence: await probe(plan, { account, sleep, now: () => now }), sandbox };
	} finally {
		await sandbox.close();
	}
}
