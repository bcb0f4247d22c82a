/** The example responses in `test/fixtures/reality`, by what they describe. */

export const webinarLists = ['live-webinars', 'live-webinars-long-dates', 'automated-webinars'] as const;

export const webinars = [
	'live-webinar-single',
	'live-webinar-series',
	'live-webinar-recurring',
	'live-webinar-dates-past',
	'live-webinar-always-on',
	'live-webinar-right-now',
	'automated-webinar',
	'automated-webinar-with-timezone',
	'automated-webinar-follows-attendee',
	'automated-webinar-jit-only',
	'automated-webinar-jit-only-with-timezone',
	'automated-webinar-legacy-ids',
] as const;

export const registrantLists = [
	'live-registrants',
	'live-registrants-before-session',
	'live-registrants-numeric-flags',
	'live-registrants-unknown-schedule',
	'live-registrants-page-2-of-8',
	'automated-registrants',
	'automated-registrants-jit-only',
] as const;

export const registrations = [
	'live-register',
	'live-register-again',
	'live-register-with-country',
	'automated-register',
	'automated-register-jit',
] as const;

/** The response to an unsubscription, which is empty. */
export const unsubscriptions = ['unsubscribe'] as const;

export const errors = [
	'error-429',
	'error-blocked-user-agent',
	'error-message-object',
	'error-missing-fields',
	'error-missing-key',
	'error-regenerated-key',
	'error-schedule-0',
	'error-unknown-route',
	'error-wrong-key',
] as const;

/** Examples that are not responses of the API. Other tests use them. */
export const otherExamples = ['one-click-links', 'thank-you-page', 'webhook'] as const;

/** The day on which the examples take place. */
export const DAY_OF_EXAMPLES = Date.parse('2026-11-24T12:00:00Z');

/** The expected outcome of each example. The compiler reports an example that is missing. */
export type ForEach<Example extends string, Outcome> = Record<Example, Outcome>;

/** Returns the entries of a table for `it.each`. */
export function casesOf<Example extends string, Outcome>(
	examples: readonly Example[],
	outcomes: ForEach<Example, Outcome>,
): Array<[example: Example, outcome: Outcome]> {
	return examples.map((example) => [example, outcomes[example]]);
}
