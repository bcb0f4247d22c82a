import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Booking } from './registrants';
import { dateOf, dayAfter, moment, upcomingSessions } from './sessions';
import { displayZone } from './timezones';
import type { Account, Answer } from './types';

interface FaultDetails {
	/** Sends this answer without acting. A string is sent as HTML unless the headers specify another type. */
	answer: { status: number; body?: object | string; headers?: Readonly<Record<string, string>> };
	/** 200 with the HTML page of a server under maintenance. Does not act. */
	html: object;
	/** Acts, then sends the first half of the JSON text. */
	truncatedJson: object;
	/** 200 without a body. Does not act. */
	emptyBody: object;
	/** 200 with the status `error`. Does not act. */
	statusError: { errors?: unknown };
	/** Cuts the connection instead of acting. */
	resetBefore: object;
	/** Acts, then cuts the connection. */
	resetAfter: object;
	/** Neither acts nor answers. */
	hang: object;
	/** The test sends the answer itself, byte by byte; `text` is the regular one. Acts only on request. */
	manual: { acts: boolean; write: (response: ServerResponse, text: string) => void };
	/** Acts; the user in the answer has no `user_id`. */
	withoutUserId: object;
	/** Registers for another date than the requested one, with a successful answer. */
	otherDate: object;
	/** The same with another schedule. */
	otherSchedule: object;
	/** Changes the account, then acts and answers as usual. */
	change: { change: () => void };
}

type FaultKind = keyof FaultDetails;

export type FaultEffect<K extends FaultKind = FaultKind> = { [P in K]: { kind: P } & FaultDetails[P] }[K];

/** What a fault can do with its call. */
interface SpoiledCall {
	account: Account;
	act(alterBooking?: (booking: Booking) => Booking): Answer;
	answer(answer: Answer): void;
	cut(): void;
	manual(write: (response: ServerResponse) => void): void;
}

const MAINTENANCE_PAGE = '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>';
const JSON_CONTENT = { 'content-type': 'application/json; charset=utf-8' };

const handlers: { [P in FaultKind]: (fault: FaultEffect<P>, call: SpoiledCall) => void } = {
	answer: ({ status, body, headers = {} }, call) =>
		call.answer({ status, body: body ?? defaultBody(status), headers }),
	html: (_, call) => call.answer({ status: 200, body: MAINTENANCE_PAGE }),
	truncatedJson: (_, call) => {
		const { status, body } = call.act();
		const text = JSON.stringify(body);
		call.answer({ status, body: text.slice(0, text.length / 2), headers: JSON_CONTENT });
	},
	emptyBody: (_, call) => call.answer({ status: 200, body: '', headers: JSON_CONTENT }),
	statusError: ({ errors }, call) => call.answer({ status: 200, body: { status: 'error', errors } }),
	resetBefore: (_, call) => call.cut(),
	resetAfter: (_, call) => {
		call.act();
		call.cut();
	},
	hang: () => {},
	manual: ({ acts, write }, call) => {
		const { body } = acts ? call.act() : { body: '' };
		call.manual((response) => write(response, typeof body === 'string' ? body : JSON.stringify(body)));
	},
	withoutUserId: (_, call) => {
		const { status, body } = call.act();
		const text = JSON.stringify(body, (key, value: unknown) => (key === 'user_id' ? undefined : value));
		call.answer({ status, body: text, headers: JSON_CONTENT });
	},
	otherDate: (_, call) => call.answer(call.act((booking) => onAnotherDate(booking, call.account.now()))),
	otherSchedule: (_, call) =>
		call.answer(call.act((booking) => inAnotherSchedule(booking, call.account.now()))),
	change: ({ change }, call) => {
		change();
		call.answer(call.act());
	},
};

export function applyFault<K extends FaultKind>(fault: FaultEffect<K>, call: SpoiledCall): void {
	handlers[fault.kind](fault, call);
}

function defaultBody(status: number): object | string {
	if (status < 400) return '';
	return { status: 'error', message: status === 429 ? 'Too many requests' : STATUS_CODES[status] };
}

function onAnotherDate(booking: Booking, now: number): Booking {
	const zone = displayZone(booking.webinar, booking.timezone);
	const dates = upcomingSessions(booking.webinar, now, zone).map((session) => dateOf(session, zone));
	const date = dates.find((other) => other !== booking.date) ?? dayAfter(booking.date);
	return { ...booking, date, startsAt: moment(date, zone.name), sessions: [date] };
}

function inAnotherSchedule(booking: Booking, now: number): Booking {
	const schedules = upcomingSessions(booking.webinar, now).map(({ schedule }) => schedule);
	const schedule = schedules.find((other) => other !== booking.schedule) ?? booking.schedule + 1;
	return { ...booking, schedule };
}
