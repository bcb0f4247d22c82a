import { registrantView } from './registrantViews';
import { dateOf, upcomingSessions } from './sessions';
import { autoDetectsTimezone, displayZone, shownTimezone } from './timezones';
import { products, type Account, type Registrant, type Webinar } from './types';
import { sampleOneClickLink } from './wire';

const headings = { live: 'Live webinars', automated: 'Automated webinars' } as const;

const SHOWN_REGISTRANTS = 50;

/** The data of the overview page. */
export function overview(account: Account, registrants: readonly Registrant[]) {
	return {
		url: account.url,
		apiKey: account.apiKey,
		products: products.map((product) => ({
			heading: headings[product],
			publish: `/${product}/publish`,
			path: `${account.url}/${product}`,
			webinars: account.webinars
				.filter((webinar) => webinar.product === product)
				.map((webinar) => webinarView(webinar, account)),
		})),
		registrantCount: registrants.length,
		registrants: registrants
			.slice(-SHOWN_REGISTRANTS)
			.reverse()
			.map((registrant) => registrantView(registrant, account)),
	};
}

export function webinarView(webinar: Webinar, account: Account) {
	const zone = displayZone(webinar);
	return {
		id: webinar.id,
		name: webinar.name,
		title: webinar.title,
		description: webinar.description,
		type: webinar.product === 'live' ? webinar.type : 'Automated',
		timezone: shownTimezone(webinar),
		datesIn: autoDetectsTimezone(webinar) ? zone.name : undefined,
		presenters: webinar.presenters.map(({ name }) => name).join(', '),
		price: price(webinar),
		requiredFields: requiredFields(webinar),
		sessions: upcomingSessions(webinar, account.now()).map((session) => ({
			date: dateOf(session, zone),
			schedule: session.schedule,
			comment: session.comment,
		})),
		registrationUrl: `${account.url}/register/${webinar.id}/${webinar.hash}`,
		oneClickLink: sampleOneClickLink(webinar, account),
	};
}

function price({ registration: { type, fee, currency = '' } }: Webinar): string {
	return type === 'free' ? 'Free' : `${fee} ${currency}`.trim();
}

function requiredFields({ fields, customFields }: Webinar): string {
	const custom = customFields?.questions.filter(({ required }) => required) ?? [];
	const required = [
		...(fields.lastName === 'required' ? ['last name'] : []),
		...(fields.phone === 'required' ? ['phone with country code'] : []),
		...(fields.phone === 'off' ? [] : ['consent to messages']),
		...custom.map(({ label }) => label),
	];
	return required.join(', ');
}
