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
const PRIVATE_NUMBERS = /phone|revenue|fee/;
const PUBLIC_HEADERS = /^(?:content-type|retry-after|x-ratelimit-.*)$/;
const PUBLIC_PATHS = new Set([
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
]);
const MAX_ENTRIES = 10;

/** Replaces names, email addresses, URLs and other texts. The same text always gets the same replacement. */
export class Redactor {
	private readonly replacements = new Map<string, string>();

	constructor(private readonly apiKey: string) {}

	exchange({ path, parameters, status, headers, body }: Exchange) {
		const publicHeaders = Object.entries(headers).filter(([name]) => PUBLIC_HEADERS.test(name));
		return {
			path,
			parameters: this.value(parameters, ''),
			status,
			headers: Object.fromEntries(publicHeaders),
			body: this.value(body, ''),
		};
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
		if (typeof value === 'number') return PRIVATE_NUMBERS.test(field) && value !== 0 ? 1 : value;
		return typeof value === 'string' ? this.string(value, field) : value;
	}

	private entries(values: readonly unknown[], field: string): unknown[] {
		const shown = values.slice(0, MAX_ENTRIES).map((each) => this.value(each, field));
		const left = values.length - shown.length;
		return left > 0 ? [...shown, `and ${left} more`] : shown;
	}

	/** Replaces the name of a field if it is an email address. */
	private key(name: string): string {
		return name.includes('@') ? this.replace(name, 'email') : name;
	}

	private string(value: string, field: string): string {
		if (value === '') return value;
		if (PUBLIC_FIELDS.has(field)) return this.text(value);
		if (/^https?:\/\//.test(value) && URL.canParse(value)) return this.url(new URL(value));
		if (value.includes('@')) return this.replace(value, 'email');
		return this.replace(value, 'text');
	}

	/** Replaces a URL, except for the vendor's host and for words such as `register`, which show the kind of URL. */
	private url({ hostname, pathname, search }: URL): string {
		const host = /(?:^|\.)(?:webinarjam|everwebinar)\.com$/.test(hostname) ? hostname : 'host.example';
		const segments = pathname
			.split('/')
			.map((segment) =>
				segment === '' || PUBLIC_PATHS.has(segment) || /^\d{1,7}$/.test(segment)
					? segment
					: this.replace(segment, 'token'),
			);
		const query = /^\?page=\d+$/.test(search) ? search : search && `?${this.replace(search, 'query')}`;
		return `https://${host}${segments.join('/')}${query}`;
	}

	private replace(original: string, kind: 'email' | 'link' | 'query' | 'text' | 'token'): string {
		const known = this.replacements.get(original);
		if (known !== undefined) return known;
		const replacement = `${kind}${this.replacements.size + 1}${kind === 'email' ? '@people.example' : ''}`;
		this.replacements.set(original, replacement);
		return replacement;
	}
}
