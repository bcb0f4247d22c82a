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
/** Matches names that a programmer gave to a field. Other names, such as "Ann Lee", may be a person's. */
export const FIELD_NAME = /^(?:[a-z][A-Za-z0-9_.]*|\d{1,6})$/;
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

	constructor(private readonly apiKey: string) {}

	/** What was left out of the exchange in progress. */
	private notes: string[] = [];

	/** Returns an exchange in the form of the files in test/fixtures/reality, so that it can become one of them. */
	exchange({ path, parameters, status, headers, body }: Exchange) {
		this.notes = [];
		const publicHeaders = Object.entries(headers).filter(([name]) => PUBLIC_HEADERS.test(name));
		const request = { method: 'POST', path, form: this.value(parameters, '') };
		const contentType = scalarText(headers['content-type']).replace(/;.*/, '');
		const response = {
			status,
			contentType,
			headers: Object.fromEntries(publicHeaders),
			body: this.value(body, ''),
		};
		return { about: `${path} (${status})`, strength: 'recorded', notes: this.notes, request, response };
	}

	/** Replaces the API key, email addresses and URLs in a text. */
	text(text: string): string {
		return text
			.replaceAll(this.apiKey, 'key')
			.replace(/\S+@\S+/g, (address) => this.replace(address, 'email'))
			.replace(/https?:\/\/\S+/g, (url) => this.replace(url, 'link'));
	}

	private value(value: unknown, field: string): unknown {
		if (Array.isArray(value)) return this.entries(value, field);
		if (typeof value === 'object' && value !== null) {
			// The errors of a response are under the names of the rejected parameters.
			const inner = (name: string) => (field === 'errors' ? field : name);
			return Object.fromEntries(
				Object.entries(value).map(([name, each]) => [this.key(name), this.value(each, inner(name))]),
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

	/** Replaces the name of a field if it may be a person's. */
	private key(name: string): string {
		if (name.includes('@')) return this.replace(name, 'email');
		return FIELD_NAME.test(name) && !this.replacements.has(name) ? name : this.replace(name, 'field');
	}

	private string(value: string, field: string): string {
		if (value === '') return value;
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

	private replace(original: string, kind: 'email' | 'field' | 'link' | 'query' | 'text' | 'token'): string {
		const known = this.replacements.get(original);
		if (known !== undefined) return known;
		const replacement = `${kind}${this.replacements.size + 1}${kind === 'email' ? '@people.example' : ''}`;
		this.replacements.set(original, replacement);
		return replacement;
	}
}
