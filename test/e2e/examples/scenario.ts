import type { Registrant, Sandbox } from '../../../sandbox';
import type { Changes, RunningExample } from './runningExample';

/** One execution of an example. */
export interface Step {
	/** Starts the execution: by a request, or by something that the trigger reports. */
	act: (example: RunningExample) => unknown;
	/** What `act` returns, such as the page that a visitor sees. */
	returns?: object;
	/** The JSON of the items that nodes output. */
	outputs?: Readonly<Record<string, readonly object[]>>;
	/** The content of the files that nodes output. */
	files?: Readonly<Record<string, string>>;
	/** The error of the execution. */
	error?: string;
}

/** A way to use an example. The scenarios of an example together run all its nodes. */
export interface Scenario {
	/** Parameters that a user of this scenario changes, by the name of the node. */
	changes?: Changes;
	/** Prepares the account before the example is published. */
	prepare?: (sandbox: Sandbox) => unknown;
	steps: Step[];
	/** The registrants at the end. */
	registrants?: readonly object[];
	/** The rows of the example's data table at the end. */
	table?: readonly object[];
}

export type Scenarios = Readonly<Record<string, Scenario[]>>;

export const onboarding = { product: 'live', webinarId: 1 } as const;
export const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
export const ben = { firstName: 'Ben', email: 'ben@example.com' };
export const cleo = { firstName: 'Cleo', email: 'cleo@example.com' };

/** A title that HTML must escape. */
export const titleWithTags = '<b>Tips & "tricks"</b>';

/** Adds people whose session began half an hour ago. */
export function addToPastSession(sandbox: Sandbox, people: ReadonlyArray<typeof ben>): Registrant[] {
	const added = sandbox.addRegistrants(onboarding, people);
	for (const registrant of added) sandbox.startSession(registrant, 30);
	return added;
}

/** Adds Ann, who missed her session, Ben, who attended it, and Cleo, who missed it and unsubscribed. */
export function addWhoMissedSession(sandbox: Sandbox): void {
	const [, attendee, unsubscribed] = addToPastSession(sandbox, [ann, ben, cleo]);
	if (attendee) sandbox.attend(attendee, { live: 60 });
	if (unsubscribed) unsubscribed.subscribed = false;
}

/** The sessions of a live webinar with two dates, each with its own schedule. */
export const twoSessions = (firstSchedule: number, daysAhead: readonly [number, number]) => ({
	sessions: daysAhead.map(
		(days, index) =>
			({ kind: 'once', time: '14:00', schedule: firstSchedule + index, daysAhead: days }) as const,
	),
});
