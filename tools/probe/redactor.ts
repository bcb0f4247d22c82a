import { scalarText } from '../../nodes/WebinarAccount/utils/values';
import type { Exchange } from './serviceReader';

/** Fields whose strings say nothing about people. The probe is there to show their form. */
const PUBLIC_FIELDS = new Set([
	'status',
	'message',
	'errors',
	'api_key',
	'type',
	'schedules',
	'schedule',
	'schedule_id',
	'webinar_id',
	'page',
	'date_range',
	'comment',
	'date',
	'timezone',
	'registration_type',
	'registration_currency',
	'signup_date',
	'event',
	'attended_live',
	'date_live',
	'entered_live',
	'time_live',
	'purchased_live',
	'attended_replay',
	'date_replay',
	'time_replay',
	'purchased_replay',
	'subscribed',
	'gdpr_status',
	'gdpr_communications',
	'gdpr_status_date',
	'twilio_consented_at',
]);
/** Fields whose numbers identify things of the service, not people. */
const ID_FIELDS = new Set(['id', 'lead_id', 'event_id', 'webinar_id', 'schedule', 'schedule_id', 'total']);
/** Numbers from this one on may be phone numbers. */
const MIN_PRIVATE_NUMBER = 1_000_000;
/** Fields whose strings name a person. A field can have such a name too, in an object with one entry per person. */
const PERSON_FIELDS = ['first_name', 'last_name', 'email', 'phone', 'phone_number'];
/** Matches names that a programmer gave to a field. Other names, such as "Ann Lee", may be a person's. */
const FIELD_NAME = /^(?:[a-z][A-Za-z0-9_.]*|\d{1,6})$/;
const VENDOR_HOST = /^(?:api|event)\.(?:webinarjam|everwebinar)\.com$/;
const PRIVATE_NUMBERS = /phone|revenue|fee/;
const PUBLIC_HEADERS = /^(?:content-type|retry-after|x-ratelimit-.*)$/;
/** Words in the paths of links, which show what a link is for. */
export const PUBLIC_PATHS = new Set([
	'register',
	'registration',
	'thank-you',
	'go',
	'room',
	'live',
	'replay',
	'unsubscribe',
	'webinarjam',
	'everwebinar',
	'registrants',
	'1click',
]);
const MAX_ENTRIES = 10;

/** Replaces names, email addresses, URLs and other texts. The same text always gets the same replacement. */
export class Redactor {
	private readonly replacements = new Map<string, string>();

	/** The names, email addresses and phone numbers of people. */
	private readonly people = new Set<string>();

	/** @param exchanges everything to redact, because a person's name may be a field's name before it is a value */
	constructor(
		private readonly apiKey: string,
		exchanges: readonly Exchange[],
	) {
		for (const { body } of exchanges) this.collectPeople(body);
	}

	private collectPeople(value: unknown): void {
		if (typeof value !== 'object' || value === null) return;
		for (const [name, inner] of Object.entries(value)) {
			if (typeof inner === 'string' && PERSON_FIELDS.includes(name)) this.people.add(inner.toLowerCase());
			else this.collectPeople(inner);
		}
	}

	/** What was left out of the exchange in progress. */
	private notes: string[] = [];

	/** Replaces the names of fields that may be a person's name. */
	fieldNames(value: unknown): unknown {
		if (Array.isArray(value)) return value.map((each) => this.fieldNames(each));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [this.fieldName(name), this.fieldNames(inner)]),
		);
	}

	private fieldName(name: string): string {
		if (name.includes('@')) return this.replace(name, 'email');
		const isPublic = FIELD_NAME.test(name) && !this.people.has(name.toLowerCase());
		return isPublic ? name : this.replace(name, 'field');
	}

	/** Returns an exchange in the form of the files in test/fixtures/publicExamples, so that it can become one of them. */
	exchange({ path, parameters, hasKey, userAgent, status, headers, body }: Exchange) {
		this.notes = [];
		const publicHeaders = Object.entries(headers).filter(([name]) => PUBLIC_HEADERS.test(name));
		const form = {
			...(hasKey && { api_key: '<API_KEY>' }),
			...Object.fromEntries(
				Object.entries(parameters).map(([name, value]) => [name, this.string(value, name)]),
			),
		};
		const request = { method: 'POST', path, headers: { 'User-Agent': userAgent }, form };
		const contentType = scalarText(headers['content-type']).replace(/;.*/, '');
		const response = {
			status,
			contentType,
			headers: Object.fromEntries(publicHeaders),
			body: this.value(body, ''),
		};
		return { about: `${path} (${status})`, strength: 'recorded', notes: this.notes, request, response };
	}

	/** Replaces the API key, email addresses, URLs and long numbers in a text. */
	text(text: string): string {
		return text
			.replaceAll(this.apiKey, 'key')
			.replace(/\S+@\S+/g, (address) => this.replace(address, 'email'))
			.replace(/https?:\/\/\S+/g, (url) => this.replace(url, 'link'))
			.replace(/\d{7,}/g, (digits) => this.replace(digits, 'number'));
	}

	private value(value: unknown, field: string): unknown {
		if (Array.isArray(value)) return this.entries(value, field);
		if (typeof value === 'object' && value !== null) {
			// The errors of a response are under the names of the rejected parameters.
			const inner = (name: string) => (field === 'errors' ? field : name);
			return Object.fromEntries(
				Object.entries(value).map(([name, each]) => [name, this.value(each, inner(name))]),
			);
		}
		if (typeof value === 'number') return this.number(value, field);
		return typeof value === 'string' ? this.string(value, field) : value;
	}

	private entries(values: readonly unknown[], field: string): unknown[] {
		const shown = values.slice(0, MAX_ENTRIES).map((each) => this.value(each, field));
		const left = values.length - shown.length;
		if (left > 0) this.notes.push(`${field || 'body'}: ${shown.length} entries and ${left} more`);
		return shown;
	}

	private number(value: number, field: string): number {
		if (PRIVATE_NUMBERS.test(field) && value !== 0) return 1;
		const mayBePrivate = Math.abs(value) >= MIN_PRIVATE_NUMBER && !ID_FIELDS.has(field);
		return mayBePrivate ? MIN_PRIVATE_NUMBER : value;
	}

	private string(value: string, field: string): string {
		if (value === '' || (ID_FIELDS.has(field) && /^\d+$/.test(value))) return value;
		if (PUBLIC_FIELDS.has(field)) return this.text(value);
		if (/^https?:\/\//.test(value) && URL.canParse(value)) return this.url(new URL(value));
		if (value.includes('@')) return this.replace(value, 'email');
		return this.replace(value, 'text');
	}

	/** Replaces a URL, except for the vendor's hosts and for words such as `register`, which show the kind of URL. */
	private url({ hostname, pathname, search }: URL): string {
		const host = VENDOR_HOST.test(hostname) ? hostname : 'host.example';
		const segments = pathname
			.split('/')
			.map((segment) =>
				segment === '' || PUBLIC_PATHS.has(segment) || /^\d{1,6}$/.test(segment)
					? segment
					: this.replace(segment, 'token'),
			);
		const query = /^\?page=\d+$/.test(search) ? search : search && `?${this.replace(search, 'query')}`;
		return `https://${host}${segments.join('/')}${query}`;
	}

	private replace(
		original: string,
		kind: 'email' | 'field' | 'link' | 'number' | 'query' | 'text' | 'token',
	): string {
		const known = this.replacements.get(original);
		if (known !== undefined) return known;
		const replacement = `${kind}${this.replacements.size + 1}${kind === 'email' ? '@people.example' : ''}`;
		this.replacements.set(original, replacement);
		return replacement;
	}
}
