import type { Faults } from './faults';
import { namedFaults } from './namedFaults';
import { formatDuration, formatMoney } from './registrantRow';
import { webinarOf } from './registrants';
import { sessionNumberOf } from './sessionNumbers';
import { dateOf, formatTime, listedSessions } from './sessions';
import { autoDetectsTimezone, displayZone, shownTimezone } from './timezones';
import { products, rooms, type Account, type PerRoom, type Registrant, type Webinar } from './types';
import { registrationPage, sampleOneClickLink } from './responseParts';

const headings = { live: 'Live webinars', automated: 'Automated webinars' } as const;
const origins = { api: 'API', oneClickLink: 'one-click link', sandbox: 'sandbox' } as const;

/** Maximum registrants on the overview page. */
const MAX_REGISTRANTS = 50;

/** Returns the data of the overview page. */
export function overview(account: Account, registrants: readonly Registrant[], faults: Faults) {
	return {
		url: account.url,
		apiKey: account.apiKey,
		products: products.map((product) => ({
			heading: headings[product],
			publish: `/${product}/publish`,
			addSession: `/${product}/sessions`,
			path: `${account.url}/${product}`,
			webinars: account.webinars
				.filter((webinar) => webinar.product === product)
				.map((webinar) => webinarView(webinar, account)),
		})),
		faults: Object.entries(namedFaults).map(([name, { effect, fault }]) => ({
			name,
			effect,
			isOn: faults.has(fault),
		})),
		registrantCount: registrants.length,
		registrants: newestViews(registrants, MAX_REGISTRANTS, account),
	};
}

/** Returns the data of a webinar on a page. */
export function webinarView(webinar: Webinar, account: Account) {
	const { fields, customFields, registration } = webinar;
	const zone = displayZone(webinar);
	const custom = customFields?.questions.filter(({ required }) => required) ?? [];
	const requiredFields = [
		...(fields.lastName === 'required' ? ['last name'] : []),
		...(fields.phone === 'required' ? ['phone with country code'] : []),
		...custom.map(({ label }) => label),
	];
	return {
		...webinar,
		type: webinar.product === 'live' ? webinar.type : 'Automated',
		timezone: shownTimezone(webinar),
		datesIn: autoDetectsTimezone(webinar) ? zone.name : undefined,
		presenters: webinar.presenters.map(({ name }) => name).join(', '),
		price:
			registration.type === 'free' ? 'Free' : `${registration.fee} ${registration.currency ?? ''}`.trim(),
		requiredFields: requiredFields.join(', '),
		sessions: listedSessions(webinar, account.now()).map((session) => ({
			...session,
			date: dateOf(session, zone),
			number: sessionNumberOf(webinar, session.schedule),
		})),
		registrationUrl: registrationPage(webinar, account.url),
		oneClickLink: sampleOneClickLink(webinar, account),
	};
}

/** Returns the data of the newest registrants, the latest one first. */
export function newestViews(registrants: readonly Registrant[], count: number, account: Account) {
	const newest = registrants.slice(-count).reverse();
	return newest.map((registrant) => registrantView(registrant, account));
}

/** Returns the data of a registrant on a page. */
export function registrantView(registrant: Registrant, { url, webinars }: Account) {
	const webinar = webinarOf(registrant, webinars);
	return {
		...registrant,
		starts: webinar && formatTime(registrant.startsAt, webinar),
		phone: [registrant.phoneCountryCode, registrant.phone].filter(Boolean).join(' '),
		webinar: webinar?.name,
		through: origins[registrant.via],
		attended: perRoom(registrant.attended, formatDuration),
		purchased: perRoom(registrant.purchased, formatMoney),
		answers: Object.entries(registrant.answers).map(([label, answers]) => `${label}: ${answers.join(', ')}`),
		page: `${url}/registrants/${registrant.id}`,
		thankYouUrl: `${url}/thank-you/${registrant.token}`,
		unsubscribeUrl: `${url}/unsubscribe/${registrant.token}`,
	};
}

function perRoom(numbers: PerRoom, toText: (number: number) => string): string[] {
	return rooms.flatMap((room) => {
		const number = numbers[room];
		return number === undefined ? [] : [`${room} ${toText(number)}`];
	});
}
