import { clock, money } from './registrantRow';
import { webinarOf } from './registrants';
import { rooms, type Account, type PerRoom, type Registrant } from './types';

const origins = { api: 'API', oneClickLink: 'one-click link', sandbox: 'sandbox' } as const;

/** A registrant as shown on the pages. */
export function registrantView(registrant: Registrant, { url, webinars }: Account) {
	return {
		...registrant,
		phone: [registrant.phoneCountryCode, registrant.phone].filter(Boolean).join(' '),
		webinar: webinarOf(registrant, webinars)?.name,
		through: origins[registrant.via],
		attended: perRoom(registrant.attended, clock),
		purchased: perRoom(registrant.purchased, money),
		answers: Object.entries(registrant.answers).map(([label, answers]) => `${label}: ${answers.join(', ')}`),
		page: `${url}/registrants/${registrant.leadId}`,
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
