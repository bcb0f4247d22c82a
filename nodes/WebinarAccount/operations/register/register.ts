import type { IDataObject } from 'n8n-workflow';

import { type BookableSession, startInUtc } from '../../service/sessions/booking';
import { findRegistration, registeredSchedule, registerPerson } from '../../service/registration';
import { isSeries, namesDate } from '../../service/sessions/sessions';
import * as contact from '../contactFields';
import { schedule, timezone, webinarId } from '../fields';
import type { Operation, OperationContext } from '../operation';
import { readRegisterInput } from './input';
import { attendeeConsent, ifAlreadyRegistered, options } from './options';

export const register: Operation = {
	value: 'register',
	name: 'Register',
	description: 'Register a person to a session and get their room links',
	action: ({ aNoun }) => `Register a person to ${aNoun}`,
	fields: [
		webinarId,
		timezone,
		schedule,
		contact.firstName,
		contact.email,
		contact.additionalFields,
		options,
	],
	beforeAgain: (parameters) =>
		parameters.collection(options).option(ifAlreadyRegistered) === 'skip'
			? 'Run the items again: who is registered already is skipped.'
			: `Set ${ifAlreadyRegistered.displayName} to Skip in Options before you run the items again, so that nobody is registered twice.`,
	sessionList: { next: true, described: true, books: true, dates: true },

	async execute({ product, parameters, service, sessions, registeredContacts, notice }) {
		if (!parameters.collection(options).flag(attendeeConsent)) {
			return [skipped('no consent', { email: parameters.text(contact.email).trim() })];
		}
		const { email, person, ifRegistered, withStart, ...wish } = readRegisterInput(product, parameters);
		const booking = await sessions.find({ product, ...wish });
		const { choice } = wish;
		if (!product.takesDate && namesDate(choice)) noticeOfSeries(booking, notice);
		if (choice.kind === 'next' && booking.isZoneGuessed) noticeOfGuess(booking, notice);
		const registerNow = async (): Promise<IDataObject> => {
			const user = await registerPerson(service, product, booking, person);
			if (!withStart || !user.date) return user;
			return { ...user, starts_at: startInUtc({ date: user.date }, booking) };
		};
		if (ifRegistered === 'register') return [await registerNow()];

		const { webinar_id } = booking.webinar;
		const { schedule: schedule_id } = booking.session;
		const double = skipped('already registered', { email, webinar_id, schedule: schedule_id });
		const registeredTo = registeredSchedule(booking) ?? 'series';
		const contactKey = `${product.name} ${webinar_id} ${registeredTo} ${email.toLowerCase()}`;
		const output = await registeredContacts.once(contactKey, async () => {
			const known = await findRegistration(service, product, booking, email);
			return known ? { ...double, lead_id: known.lead_id ?? null } : await registerNow();
		});
		return [output ?? double];
	},
};

/** A date chooses none of its sessions where registering takes no date. */
function noticeOfSeries({ session, webinar }: BookableSession, notice: OperationContext['notice']): void {
	if (!isSeries(session, webinar)) return;
	notice(
		`Webinar ${webinar.webinar_id} is a series: people are registered to all of its following sessions, whatever date is chosen in ${schedule.displayName}.`,
	);
}

function noticeOfGuess({ webinar }: BookableSession, notice: OperationContext['notice']): void {
	notice(
		`Webinar ${webinar.webinar_id} names no time zone. Which of its sessions is the next one was worked out as if they were in EST (GMT-5).`,
	);
}

function skipped(reason: string, about: IDataObject): IDataObject {
	return { skipped: true, reason, ...about };
}
