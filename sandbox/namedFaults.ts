import type { Fault } from './faults';
import { NO_BROWSER, type FirewallRefusal } from './firewall';

interface NamedFault {
	/** What the service does. */
	effect: string;
	fault: Fault;
}

const always = { times: Infinity } as const;
const register = { operation: 'register', ...always } as const;

/** Faults for `npm run sandbox -- --fault` and for the overview page, by name. They last until they are switched off. */
export const namedFaults = {
	'register-502': {
		effect: 'registers the person, then responds with HTTP 502',
		fault: { kind: 'answer', status: 502, acts: true, ...register },
	},
	'register-disconnect': {
		effect: 'registers the person, then closes the connection',
		fault: { kind: 'resetAfter', ...register },
	},
	'register-unreadable': {
		effect: 'registers the person, then sends half of the JSON',
		fault: { kind: 'truncatedJson', ...register },
	},
	'firewall-libraries': {
		effect: 'the firewall refuses user agents such as n8n, axios and node-fetch, but not those of browsers',
		fault: { kind: 'firewall', error: 1010, userAgent: NO_BROWSER, ...always },
	},
	'firewall-1010-json': refusal(1010, 'json'),
	'firewall-1010-html': refusal(1010, 'html'),
	'firewall-1010-text': refusal(1010, 'text'),
	'firewall-1020-json': refusal(1020, 'json'),
	'firewall-1020-html': refusal(1020, 'html'),
	'firewall-1020-text': refusal(1020, 'text'),
	'firewall-1015-json': refusal(1015, 'json'),
	'firewall-1015-html': refusal(1015, 'html'),
	'firewall-1015-text': refusal(1015, 'text'),
} as const satisfies Record<string, NamedFault>;

export type FaultName = keyof typeof namedFaults;

export const faultNames = Object.keys(namedFaults).filter(isFaultName);

export function isFaultName(text: string): text is FaultName {
	return Object.hasOwn(namedFaults, text);
}

function refusal(error: FirewallRefusal['error'], form: 'json' | 'html' | 'text'): NamedFault {
	return {
		effect: `the firewall refuses every request with error ${error} as ${form === 'html' ? 'a page' : form}`,
		fault: { kind: 'firewall', error, form, ...always },
	};
}
