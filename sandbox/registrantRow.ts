import { placesIn } from './countries';
import { describeSession, formatTime } from './sessions';
import type { Account, Parameters, Registrant, Room, Webinar } from './types';

const campaignFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/**
 * Returns a row of the registrant list. Its fields are those of verified code (service: V). Dates are in the webinar's
 * time zone, as those of live webinars are (service: C); the time zone of automated rows is unknown.
 */
export function registrantRow(registrant: Registrant, webinar: Webinar, { url }: Account) {
	const { parameters, token, sessionKind, startsAt } = registrant;
	const signupDate = formatTime(registrant.registeredAt, webinar);
	return {
		id: registrant.id,
		lead_id: registrant.leadId,
		schedule_id: scheduleIdOf(registrant),
		event_id: registrant.eventId,
		first_name: registrant.firstName,
		last_name: registrant.lastName ?? '',
		phone_country_code: registrant.phoneCountryCode ?? '',
		phone_number: registrant.phone ?? '',
		email: registrant.email,
		ip: parameters.ip_address ?? '',
		webinar: webinar.title,
		schedule: describeSession(sessionKind, startsAt, webinar),
		event: isJustInTime(registrant) ? null : formatTime(startsAt, webinar),
		signup_date: signupDate,
		...attendance(registrant, webinar),
		subscribed: yesOrNo(registrant.subscribed),
		// The sandbox does not ask for these two consents (service: C, "Off" occurs).
		gdpr_status: 'Off',
		gdpr_communications: 'Off',
		gdpr_status_date: null,
		gdpr_status_ip: null,
		twilio_consented_at: hasSmsConsent(parameters) ? signupDate : null,
		...Object.fromEntries(campaignFields.map((field) => [field, parameters[field] ?? null])),
		links: {
			live_room: `${url}/room/live/${token}`,
			replay_room: `${url}/room/replay/${token}`,
			unsubscribe: `${url}/unsubscribe/${token}`,
		},
		...placesIn(parameters),
	};
}

/** Returns the schedule ID in a registrant's row, which is null for just in time (service: V). */
export function scheduleIdOf(registrant: Registrant): number | null {
	return isJustInTime(registrant) ? null : registrant.schedule;
}

function isJustInTime({ sessionKind }: Registrant): boolean {
	return sessionKind === 'justInTime';
}

/**
 * Returns what the row says about both rooms. Before the session, `attended_live` is "No" (service: V), because nobody
 * attended yet. "Yes" with 00:00:00 means that the person only opened the room (service: V).
 */
function attendance(registrant: Registrant, webinar: Webinar) {
	const { attended, purchased, enteredLiveAfter, startsAt } = registrant;
	const isInRoom = (room: Room) => attended[room] !== undefined;
	const enteredAt = (delaySeconds: number) =>
		isJustInTime(registrant) ? null : formatTime(startsAt + delaySeconds * 1000, webinar);
	return {
		attended_live: yesOrNo(isInRoom('live')),
		date_live: isInRoom('live') ? enteredAt(enteredLiveAfter) : null,
		// Service (C): the time since the start of the session.
		entered_live: isInRoom('live') ? formatDuration(enteredLiveAfter) : null,
		time_live: isInRoom('live') ? formatDuration(attended.live) : null,
		purchased_live: yesOrNo(purchased.live !== undefined),
		revenue_live: purchased.live ?? 0,
		attended_replay: yesOrNo(isInRoom('replay')),
		date_replay: isInRoom('replay') ? enteredAt(0) : null,
		time_replay: isInRoom('replay') ? formatDuration(attended.replay) : null,
		purchased_replay: yesOrNo(purchased.replay !== undefined),
		revenue_replay: purchased.replay ?? 0,
	};
}

function hasSmsConsent({ twilio_consent }: Parameters): boolean {
	return twilio_consent === '1' || twilio_consent === 'true';
}

function yesOrNo(flag: boolean): 'Yes' | 'No' {
	return flag ? 'Yes' : 'No';
}

/** Formats seconds as HH:MM:SS. */
export function formatDuration(seconds = 0): string {
	const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
	return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}

export function formatMoney(revenue = 0): string {
	return revenue.toFixed(2);
}
