import type { Words } from './words';

/** What becomes of the item whose call is spoiled. */
export interface Outcome {
	/** What the user reads; absent when the item succeeds all the same. */
	told?: { message: string; description: string } | undefined;
	/** Calls that arrive at the service for the item; more than ten are many, and depend on chance. */
	calls: number | 'many';
}

/** An outcome follows from what the call is for. */
export type OutcomeOf = (words: Words) => Outcome;

/** Reads are made once and repeated three times. */
export const TRIES = 4;

const told = (message: string, description: string, calls: Outcome['calls'] = 1): Outcome => ({
	told: { message, description },
	calls,
});

/** The same, whatever the call is for. */
export const says =
	(...outcome: Parameters<typeof told>): OutcomeOf =>
	() =>
		told(...outcome);

const CHECK_ADDRESSES =
	'If this happens every time, check the service and its paths in the credential. Otherwise try again later.';

const COMPARE =
	'If the service has changed, the probe in the repository of this package shows what is different (docs/probe.md).';

export const STATUS_PAGE = 'Outages of the service are announced at status.webinarjam.com.';

/** The service says no: it did not act, and would say no again. */
export const rejected =
	(reason: string, description?: string): OutcomeOf =>
	({ purpose, advice }) =>
		told(`Could not ${purpose}: ${reason}`, description ?? advice);

/** Nobody knows whether the service acted: only reads may be made again, and a write says so. */
export const unclear =
	(reason: string, description: string, tries = 1): OutcomeOf =>
	({ purpose, doubt }) => {
		if (doubt === undefined) return told(`Could not ${purpose}: ${reason}`, description, tries);
		const lookUp = 'Look it up in the webinar account before you run this item again.';
		return told(`${doubt}, but ${reason}`, `${lookUp} ${description}`);
	};

/** The answer is not what it should be; the next one would not be either. */
export const unreadable = (fault: string) =>
	unclear("the service's answer is not JSON", `${fault} ${CHECK_ADDRESSES}`);

/** No call arrived, so that any may be made again. */
export const unreachable =
	(description: string): OutcomeOf =>
	({ purpose }) =>
		told(`Could not ${purpose}: no connection to the service`, `${description} ${STATUS_PAGE}`, 0);

export const notSecure: OutcomeOf = ({ purpose }) =>
	told(
		`Could not ${purpose}: no secure connection to the service`,
		'The host has no TLS, or its certificate is not accepted, so the API key was not sent. Check the service in the credential.',
		0,
	);

/** The service may have acted before it sent the redirect. */
export const redirected = (status: number) =>
	unclear(
		`the service answered with a redirect (HTTP ${status})`,
		`A redirect is not followed, because the API key would go to another address. ${CHECK_ADDRESSES}`,
	);

/** @param calls how many arrive, throttled ones included */
export const succeeds =
	(calls = 1): OutcomeOf =>
	() => ({ calls });

/** A page instead of an answer: the path is not there. */
export const absent: OutcomeOf = (words) =>
	words.absence === undefined
		? rejected('‹!doctype html›‹title›Not here‹/title›‹h1›Not here‹/h1›', CHECK_ADDRESSES)(words)
		: told(
				words.absence,
				"WebinarJam and EverWebinar have it. For another host, check its paths in the credential and ask the host's operator.",
			);

/** JSON, but not what was promised. */
export const brokenForm = (found: string) =>
	unclear("the service's answer has an unexpected form", `${found} ${CHECK_ADDRESSES} ${COMPARE}`);
