import type { Words } from './words';

/** What becomes of the item whose call is spoiled. */
export interface Outcome {
	/** What the user reads; absent when the item succeeds all the same. */
	told?: { message: string; description: string };
	/** Calls that arrive at the service for the item; more than ten are many, and depend on chance. */
	calls: number | 'many';
}

/** An outcome follows from what the call is for. */
export type OutcomeOf = (words: Words) => Outcome;

/** Reads are made once and repeated three times. */
export const TRIES = 4;

const CHECK_ADDRESSES =
	'If this happens every time, check the service and its paths in the credential. Otherwise try again later.';

const COMPARE =
	'If the service has changed, the probe in the repository of this package shows what is different (docs/probe.md).';

/** The service says no: it did not act, and would say no again. */
export function rejected(reason: string, describe: (words: Words) => string): OutcomeOf {
	return (words) => ({
		told: { message: `Could not ${words.purpose}: ${reason}`, description: describe(words) },
		calls: 1,
	});
}

/** Nobody knows whether the service acted: only reads may be made again, and a write says so. */
export function unclear(reason: string, description: string, { repeated }: { repeated: boolean }): OutcomeOf {
	return ({ purpose, doubt }) =>
		doubt === undefined
			? { told: { message: `Could not ${purpose}: ${reason}`, description }, calls: repeated ? TRIES : 1 }
			: {
					told: {
						message: `${doubt}, but ${reason}`,
						description: `Look it up in the webinar account before you run this item again. ${description}`,
					},
					calls: 1,
				};
}

/** The answer is not what it should be; the next one would not be either. */
export function unreadable(fault: string): OutcomeOf {
	return unclear("the service's answer is not JSON", `${fault} ${CHECK_ADDRESSES}`, { repeated: false });
}

export const STATUS_PAGE = 'Outages of the service are announced at status.webinarjam.com.';

/** No call arrived, so that any may be made again. */
export function unreachable(description: string): OutcomeOf {
	return ({ purpose }) => ({
		told: {
			message: `Could not ${purpose}: no connection to the service`,
			description: `${description} ${STATUS_PAGE}`,
		},
		calls: 0,
	});
}

export const notSecure: OutcomeOf = ({ purpose }) => ({
	told: {
		message: `Could not ${purpose}: no secure connection to the service`,
		description:
			'The host has no TLS, or its certificate is not accepted, so the API key was not sent. Check the service in the credential.',
	},
	calls: 0,
});

/** The service may have acted before it sent the redirect. */
export const redirected = (status: number): OutcomeOf =>
	unclear(
		`the service answered with a redirect (HTTP ${status})`,
		`A redirect is not followed, because the API key would go to another address. ${CHECK_ADDRESSES}`,
		{ repeated: false },
	);

/** @param calls how many arrive, throttled ones included */
export const succeeds =
	(calls = 1): OutcomeOf =>
	() => ({ calls });

/** A page instead of an answer: the path is not there. */
export const absent: OutcomeOf = (words) =>
	words.absence === undefined
		? rejected('‹!doctype html›‹title›Not here‹/title›‹h1›Not here‹/h1›', () => CHECK_ADDRESSES)(words)
		: {
				told: {
					message: words.absence,
					description:
						"WebinarJam and EverWebinar have it. For another host, check its paths in the credential and ask the host's operator.",
				},
				calls: 1,
			};

/** JSON, but not what was promised. */
export const brokenForm =
	(describe: (words: Words) => string): OutcomeOf =>
	(words) =>
		unclear(
			"the service's answer has an unexpected form",
			`${describe(words)} ${CHECK_ADDRESSES} ${COMPARE}`,
			{ repeated: false },
		)(words);
