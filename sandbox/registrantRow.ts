import { Duration } from 'luxon';
import { placesIn } from './countries';
import { phrase } from './sessions';
import type { Account, Registrant, Room, Webinar } from './types';

const campaignFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** A row of the list of registrants. Its dates are in the webinar's zone. */
export function registrantRow(registrant: Registrant, webinar: Webinar, { url }: Account) {
	const { parameters, token } = registrant;
	const session = phrase(registrant.startsAt, webinar);
	const signupDate = phrase(registrant.registeredAt, webinar);
	const links = {
		live_room: `${url}/room/live/${token}`,
		replay_room: `${url}/room/replay/${token}`,
		unsubscribe: `${url}/unsubscribe/${token}`,
	};
	return {
		id: registrant.id,
		lead_id: registrant.leadId,
		webinar: webinar.title,
		schedule_id: registrant.schedule,
		schedule: session,
		event_id: registrant.eventId,
		event: session,
		signup_date: signupDate,
		first_name: registrant.firstName,
		last_name: registrant.lastName ?? '',
		email: registrant.email,
		phone_country_code: registrant.phoneCountryCode ?? '',
		phone_number: registrant.phone ?? '',
		ip: parameters.ip_address ?? '',
		...placesIn(parameters),
		...attendance(registrant, session),
		subscribed: yesOrNo(registrant.subscribed),
		// The sandbox does not ask for these two consents.
		gdpr_status: 'No',
		gdpr_communications: 'No',
		gdpr_status_date: null,
		gdpr_status_ip: null,
		twilio_consented_at: parameters.twilio_consent === '1' ? signupDate : null,
		...Object.fromEntries(campaignFields.map((field) => [field, parameters[field] ?? null])),
		// In both places, as the vendor's table and public code have them.
		...links,
		links,
	};
}

/** @param session its start: everybody comes in time */
function attendance({ attended, purchased }: Registrant, session: string) {
	const ifIn = (room: Room) => (attended[room] === undefined ? null : session);
	return {
		attended_live: yesOrNo(attended.live !== undefined),
		date_live: ifIn('live'),
		entered_live: ifIn('live'),
		time_live: clock(attended.live),
		purchased_live: yesOrNo(purchased.live !== undefined),
		revenue_live: money(purchased.live),
		attended_replay: yesOrNo(attended.replay !== undefined),
		date_replay: ifIn('replay'),
		time_replay: clock(attended.replay),
		purchased_replay: yesOrNo(purchased.replay !== undefined),
		revenue_replay: money(purchased.replay),
	};
}

function yesOrNo(flag: boolean): 'Yes' | 'No' {
	return flag ? 'Yes' : 'No';
}

export function clock(seconds = 0): string {
	return Duration.fromObject({ seconds }).toFormat('hh:mm:ss');
}

export function money(revenue = 0): string {
	return revenue.toFixed(2);
}
