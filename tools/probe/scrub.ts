import { isRecord } from '../../nodes/WebinarAccount/utils/values';

/**
 * Takes every name, address, key, hash, number and link out of an answer, and leaves its shape: members, types, the form
 * of texts. Everything is replaced but what is on a list here, so that an unknown member cannot leak.
 */

/** Words of the service, which say nothing of anybody. */
const WORDS = new Set(
	`success error series of presentations single presentation always on right now just in time instant replay every day
	weekday week weekly monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun am pm jan feb mar
	apr may jun jul aug sep oct nov dec yes no true false free paid gmt est utc auto detect user attendee timezone zone the field
	is required you must specify a valid api key too many requests selected invalid at and to not supported for
	this route method methods post get format does match be an integer dropdown text`.split(/\s+/),
);

/** Members whose texts are the service's own, not a person's or a host's. */
const SERVICE_TEXTS =
	/^(?:status|type|schedules|comment|timezone|registration_type|subscribed|(?:attended|purchased)_(?:live|replay)|gdpr_\w+|errors?|message|signup_date|schedule|event)$/;

/** Members whose numbers count pages and rows. */
const COUNTS = /^(?:current_page|last_page|per_page|total)$/;

const REGIONS = new Set(Intl.supportedValuesOf('timeZone').concat('UTC'));

/** Members of an error are names of parameters, whose texts are the service's. */
const IN_ERRORS = /^(?:errors?|message)$/;

interface Context {
	name: string;
	isError: boolean;
	secrets: readonly string[];
}

/** @param secrets the key and the registered address, of which not even a word of the service may be left */
export function scrubbed(value: unknown, secrets: readonly string[] = []): unknown {
	return scrub(value, { name: '', isError: false, secrets });
}

function scrub(value: unknown, context: Context): unknown {
	if (Array.isArray(value)) return value.slice(0, 3).map((entry) => scrub(entry, context));
	if (isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([name, member], index) => [
				scrubbedName(name, index, context),
				scrub(member, { ...context, name, isError: context.isError || IN_ERRORS.test(name) }),
			]),
		);
	}
	if (typeof value === 'number') return scrubbedNumber(value, context.name);
	if (typeof value !== 'string') return value;
	if (context.name === 'timezone' && REGIONS.has(value)) return value;
	const isOfService = context.isError || SERVICE_TEXTS.test(context.name);
	const holdsSecret = context.secrets.some((secret) => value.includes(secret));
	return scrubbedText(value, { keepWords: isOfService && !holdsSecret });
}

function scrubbedNumber(value: number, name: string): number {
	if (COUNTS.test(name) && Number.isInteger(value)) return value;
	return value === 0 ? 0 : Number.isInteger(value) ? 1 : 1.5;
}

/** Names of members are the service's, unless a member is named after a person. */
function scrubbedName(name: string, index: number, { secrets }: Context): string {
	const isOrdinary = /^[a-z][a-zA-Z]*(?:_[a-z]+)*$/.test(name) && name.length <= 40;
	const isPartOfSecret = secrets.some((secret) => secret.toLowerCase().includes(name.toLowerCase()));
	return isOrdinary && !isPartOfSecret ? name : `member${index}`;
}

/** `grace@example.com` becomes `x@x.x`, `+44 20` becomes `+00 00`, `Just in time` stays. */
export function scrubbedText(text: string, { keepWords }: { keepWords: boolean }): string {
	return text
		.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
			if (/^\d+$/.test(word)) return '0'.repeat(Math.min(4, word.length));
			return keepWords && WORDS.has(word.toLowerCase()) ? word : 'x';
		})
		.replace(/[^\p{L}\d@.:/,+\-|()?&=_%# ]/gu, '~');
}
