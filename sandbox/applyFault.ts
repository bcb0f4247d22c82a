import { type ServerResponse, STATUS_CODES } from 'node:http';
import { firewallResponse, type FirewallRefusal } from './firewall';
import type { Booking } from './registrants';
import { dateOf, dayAfter, toEpochMs, upcomingSessions } from './sessions';
import { displayZone } from './timezones';
import type { Account, ApiResponse } from './types';

interface FaultDetails {
	/**
	 * Sends this response without acting, or after acting. A string is sent as HTML unless the headers specify another type.
	 */
	answer: {
		status: number;
		body?: object | string;
		headers?: Readonly<Record<string, string>>;
		acts?: boolean;
	};
	/** Refuses the request before the service checks its key, as the firewall in front of the service does. */
	firewall: FirewallRefusal;
	/** Sends 200 with the HTML page of a server under maintenance, without acting. */
	html: object;
	/** Acts, then sends the first half of the JSON. */
	truncatedJson: object;
	/** Sends 200 without a body, without acting. */
	emptyBody: object;
	/** Sends 200 with the status `error` in the body, without acting. */
	statusError: { errors?: unknown };
	/** Cuts the connection instead of acting. */
	resetBefore: object;
	/** Acts, then cuts the connection. */
	resetAfter: object;
	/** Neither acts nor responds. */
	hang: object;
	/** Lets the test write the response itself, byte by byte. `text` is the body of the regular response. */
	manual: { acts: boolean; write: (response: ServerResponse, text: string) => void };
	/** Acts, and responds with a user without `user_id`. */
	withoutUserId: object;
	/** Registers for another date than the requested one, with a successful response. */
	otherDate: object;
	/** Registers for another schedule than the requested one, with a successful response. */
	otherSchedule: object;
	/** Changes the account, then acts and responds as usual. */
	change: { change: () => void };
}

type FaultKind = keyof FaultDetails;

export type FaultEffect<K extends FaultKind = FaultKind> = { [P in K]: { kind: P } & FaultDetails[P] }[K];

/** What a fault can do with a request. */
interface FaultyRequest {
	account: Account;
	/** The Accept header. */
	accept: string | undefined;
	/** Performs the operation. @returns the regular response */
	act(alterBooking?: (booking: Booking) => Booking): ApiResponse;
	respond(response: ApiResponse): void;
	/** Cuts the connection. */
	cut(): void;
	/** Lets the test write the response. */
	manual(write: (response: ServerResponse) => void): void;
}

const MAINTENANCE_PAGE = '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>';
const JSON_CONTENT = { 'content-type': 'application/json; charset=utf-8' };

const handlers: { [P in FaultKind]: (fault: FaultEffect<P>, request: FaultyRequest) => void } = {
	answer: ({ status, body, headers = {}, acts = false }, request) => {
		if (acts) request.act();
		request.respond({ status, body: body ?? defaultBody(status), headers });
	},
	firewall: (refusal, request) => request.respond(firewallResponse(refusal, request.accept)),
	html: (_, request) => request.respond({ status: 200, body: MAINTENANCE_PAGE }),
	truncatedJson: (_, request) => {
		const { status, body } = request.act();
		const text = JSON.stringify(body);
		request.respond({ status, body: text.slice(0, text.length / 2), headers: JSON_CONTENT });
	},
	emptyBody: (_, request) => request.respond({ status: 200, body: '', headers: JSON_CONTENT }),
	statusError: ({ errors }, request) => request.respond({ status: 200, body: { status: 'error', errors } }),
	resetBefore: (_, request) => request.cut(),
	resetAfter: (_, request) => {
		request.act();
		request.cut();
	},
	hang: () => {},
	manual: ({ acts, write }, request) => {
		const { body } = acts ? request.act() : { body: '' };
		request.manual((response) => write(response, typeof body === 'string' ? body : JSON.stringify(body)));
	},
	withoutUserId: (_, request) => {
		const { status, body } = request.act();
		const text = JSON.stringify(body, (key, value: unknown) => (key === 'user_id' ? undefined : value));
		request.respond({ status, body: text, headers: JSON_CONTENT });
	},
	otherDate: (_, request) =>
		request.respond(request.act((booking) => onAnotherDate(booking, request.account.now()))),
	otherSchedule: (_, request) =>
		request.respond(request.act((booking) => inAnotherSchedule(booking, request.account.now()))),
	change: ({ change }, request) => {
		change();
		request.respond(request.act());
	},
};

export function applyFault<K extends FaultKind>(fault: FaultEffect<K>, request: FaultyRequest): void {
	handlers[fault.kind](fault, request);
}

function defaultBody(status: number): object | string {
	if (status < 400) return '';
	return { status: 'error', message: status === 429 ? 'Too many requests' : STATUS_CODES[status] };
}

function onAnotherDate(booking: Booking, now: number): Booking {
	const zone = displayZone(booking.webinar, booking.timezone);
	const dates = upcomingSessions(booking.webinar, now, zone).map((session) => dateOf(session, zone));
	const date = dates.find((other) => other !== booking.date) ?? dayAfter(booking.date);
	return { ...booking, date, startsAt: toEpochMs(date, zone.name), sessions: [date] };
}

function inAnotherSchedule(booking: Booking, now: number): Booking {
	const schedules = upcomingSessions(booking.webinar, now).map(({ schedule }) => schedule);
	const schedule = schedules.find((other) => other !== booking.schedule) ?? booking.schedule + 1;
	return { ...booking, schedule };
}
