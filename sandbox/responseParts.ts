import { sampleAnswers, shownCustomFields } from './customFields';
import { placesIn } from './countries';
import { sessionNumberOf } from './sessionNumbers';
import {
	dateOf,
	isJustInTimeOnly,
	listedSessions,
	scheduleDescriptions,
	type Session,
	upcomingSessions,
	vanishesWithTimezone,
} from './sessions';
import { autoDetectsTimezone, type DisplayZone, displayZone, shownTimezone } from './timezones';
import type { Account, LiveWebinar, Registrant, Room, Webinar } from './types';

/** Returns a webinar as an entry of the webinar list. */
export function listedWebinar(webinar: Webinar, { now }: Account) {
	return {
		...idsAndNames(webinar),
		...(webinar.product === 'live' && { type: shownType(webinar, 'inList') }),
		schedules: scheduleDescriptions(webinar, now()),
		timezone: shownTimezone(webinar),
	};
}

/** Returns a webinar with its sessions. @param timezone the time zone in the request */
export function webinarDetail(webinar: Webinar, { now, url }: Account, timezone?: string) {
	const zone = displayZone(webinar, timezone);
	return {
		...idsAndNames(webinar),
		...(webinar.product === 'live' && { type: shownType(webinar, 'inDetail') }),
		schedules: listedSessions(webinar, now(), zone)
			.filter(({ kind }) => timezone === undefined || !vanishesWithTimezone(kind))
			.map((session) => sessionEntry(session, webinar, zone)),
		timezone: shownTimezone(webinar),
		presenters: webinar.presenters,
		registration_url: registrationPage(webinar, url),
		...registrationFields(webinar),
		...shownCustomFields(webinar),
		direct_live_room_url: generalRoomLink(webinar, 'live', url),
		direct_replay_room_url: generalRoomLink(webinar, 'replay', url),
	};
}

/** Returns the link to a room that is not a person's. Its last part begins with the webinar's hash (service: V). */
function generalRoomLink({ id, hash }: Webinar, room: Room, url: string): string {
	return `${url}/go/${room}/${id}/${hash}ab12`;
}

function sessionEntry(session: Session, webinar: Webinar, zone: DisplayZone) {
	const { schedule, comment } = session;
	if (isJustInTimeOnly(webinar)) return { date: null, schedule: null, comment };
	return { date: dateOf(session, zone), schedule, comment };
}

/** Returns the person in the response to a registration. */
export function registeredUser(registrant: Registrant, webinar: Webinar, { url }: Account) {
	const { fields, product } = webinar;
	const { country, state } = placesIn(registrant.parameters);
	return {
		webinar_id: webinar.id,
		webinar_hash: webinar.hash,
		user_id: registrant.userId,
		first_name: registrant.firstName,
		...(fields.lastName !== 'off' && { last_name: registrant.lastName ?? '' }),
		...(fields.phone !== 'off' && {
			phone_country_code: registrant.phoneCountryCode ?? null,
			phone: registrant.phone ?? null,
		}),
		email: registrant.email,
		password: null,
		// Service (D, C): a string for automated webinars, a number for live ones.
		schedule: product === 'automated' ? String(registrant.schedule) : registrant.schedule,
		date: registrant.date,
		timezone: registrant.timezone,
		...(country && { country }),
		...(state && { state }),
		live_room_url: `${url}/room/live/${registrant.token}`,
		replay_room_url: `${url}/room/replay/${registrant.token}`,
		thank_you_url: thankYouUrl(registrant, url),
	};
}

export function thankYouUrl({ token }: Registrant, url: string): string {
	return `${url}/thank-you/${token}`;
}

/** Returns a working one-click link for a sample person; undefined if no session of the webinar has a number. */
export function sampleOneClickLink(webinar: Webinar, { now, url }: Account): string | undefined {
	const [number] = upcomingSessions(webinar, now()).flatMap(
		({ schedule }) => sessionNumberOf(webinar, schedule) ?? [],
	);
	if (number === undefined) return undefined;
	const query = new URLSearchParams({
		first_name: 'Sam',
		...(webinar.fields.lastName !== 'off' && { last_name: 'Sample' }),
		email: 'sam.sample@example.com',
		...(webinar.fields.phone === 'required' && { phone_country_code: '+1', phone_number: '2025550143' }),
		...(autoDetectsTimezone(webinar) && { timezone: 'GMT+2' }),
		...sampleAnswers(webinar),
		schedule_id: String(number),
	});
	const address =
		webinar.pageSegment === undefined
			? `${url}/register/1click/${webinar.id}/${webinar.hash}`
			: `${registrationPage(webinar, url)}/1click`;
	return `${address}?${query.toString()}`;
}

/** Returns the URL of a webinar's registration page. */
export function registrationPage({ id, hash, pageSegment }: Webinar, url: string): string {
	return pageSegment === undefined
		? `${url}/register/${id}/${hash}`
		: `${url}/${pageSegment}/register/${hash}`;
}

function idsAndNames({ id, hash, name, title, description }: Webinar) {
	return { webinar_id: id, webinar_hash: hash, name, title, description };
}

function shownType({ type, shownType: shown }: LiveWebinar, place: 'inList' | 'inDetail') {
	const otherType = shown?.[place];
	return otherType === undefined ? type : otherType;
}

function registrationFields({ registration: { type, fee, currency, checkoutUrl, postPaymentUrl } }: Webinar) {
	return {
		registration_type: type,
		registration_fee: fee,
		...(currency !== undefined && { registration_currency: currency }),
		...(checkoutUrl !== undefined && { registration_checkout_url: checkoutUrl }),
		...(postPaymentUrl !== undefined && { registration_post_payment_url: postPaymentUrl }),
	};
}
