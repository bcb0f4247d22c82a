import type { Sandbox } from '../../sandbox';

/** Returns a number of consecutive IDs, by default 1, 2, 3 and so on. */
export const consecutiveIds = (count: number, first = 1) =>
	Array.from({ length: count }, (_, index) => first + index);

/** A session every day, so that events can happen at any time. */
export const everyDay = { kind: 'everyDay', schedule: 7, time: '13:00' } as const;
/** A session that was 100 days ago. */
export const longOver = { kind: 'once', schedule: 7, daysAhead: -100, time: '13:00' } as const;

type Webinar = Sandbox['webinars'][number];
type Sessions = Webinar['sessions'];

/** Replaces the webinars of the account by live webinars that are named "Webinar 1" and so on. */
export function setLiveWebinars(
	sandbox: Sandbox,
	ids: readonly number[],
	sessions: Sessions = [everyDay],
	type?: Extract<Webinar, { type: unknown }>['type'],
): void {
	const template = sandbox.webinars.find(({ product }) => product === 'live');
	if (!template) throw new Error('The account has no live webinar');
	sandbox.setWebinars(
		ids.map((id) => ({
			...template,
			id,
			hash: `many${id}`,
			title: `Webinar ${id}`,
			sessions,
			...(type && { type }),
		})),
	);
}

/** Registers a number of people to each of these live webinars, and returns the IDs of their rows. */
export function registerInWebinars(sandbox: Sandbox, webinars: readonly number[], people = 1): number[] {
	return webinars
		.flatMap((webinarId) => sandbox.addRegistrants({ product: 'live', webinarId }, people))
		.map(({ id }) => id);
}
