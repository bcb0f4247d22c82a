import type { Sandbox } from '../../sandbox';

/** The IDs of the webinars of {@link setLiveWebinars} are the numbers from 1 on. */
export const consecutiveIds = (count: number, first = 1) =>
	Array.from({ length: count }, (_, place) => first + place);

/** Sessions for which an event can happen at any time, as far as the list of webinars tells. */
export const everyDay = { kind: 'everyDay', schedule: 7, time: '13:00' } as const;
/** One that was over long ago. */
export const longOver = { kind: 'once', schedule: 7, daysAhead: -100, time: '13:00' } as const;

type Webinar = Sandbox['webinars'][number];
type Sessions = Webinar['sessions'];

/** Sets these live webinars as the only ones of the account, named "Webinar 1" and so on. */
export function setLiveWebinars(
	sandbox: Sandbox,
	ids: readonly number[],
	sessions: Sessions = [everyDay],
	type?: Extract<Webinar, { type: unknown }>['type'],
): void {
	const model = sandbox.webinars.find(({ product }) => product === 'live');
	if (!model) throw new Error('The account has a live webinar');
	sandbox.setWebinars(
		ids.map((id) => ({
			...model,
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

/** Returns the webinars whose registrants or sessions were requested, in the order of the requests. */
export function askedIn(calls: Sandbox['calls']): number[] {
	return calls
		.filter(({ operation }) => operation === 'registrants' || operation === 'webinar')
		.map(({ parameters }) => Number(parameters.webinar_id));
}
