import type { INodeProperties } from 'n8n-workflow';

import { type BookableSession, findSession } from '../service/booking';
import { readEmail, readPhone, readRequired } from '../service/contact';
import type { CallParameters } from '../service/endpoints';
import { InputError, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import type { Attendee } from '../service/schemas';
import { dateIn, readDate, readSessionChoice, type SessionChoice, startsAt } from '../service/sessions';
import * as contact from './contactFields';
import { addStartTimes, optionsOf, schedule, timezone, webinarId } from './fields';
import type { CollectionEntries, NodeParameters } from './nodeParameters';
import type { Operation } from './operation';

const attendeeConsent: INodeProperties = {
	displayName: 'Attendee Consent',
	name: 'attendeeConsent',
	type: 'boolean',
	default: true,
	description:
		'Whether the person agreed to be registered, to have their data handled and to be contacted. Map your consent field here: a person without consent is skipped.',
};

const options = optionsOf(addStartTimes, attendeeConsent);

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
	sessionList: { next: true, described: true, dates: true },

	async execute({ product, parameters, service, webinars, now }) {
		const chosenOptions = parameters.collection(options);
		if (!chosenOptions.flag(attendeeConsent)) {
			return [{ skipped: true, reason: 'no consent', email: parameters.text(contact.email).trim() }];
		}
		const person = readPerson(parameters);
		const booking = await findSession(webinars, {
			product,
			reference: parameters.webinar(),
			choice: readChoice(product, parameters),
			zone: parameters.attendeeZone(product),
			now,
		});
		const { user } = await service.call(product.name, 'register', {
			...person,
			...sessionParameters(product, booking),
		});
		checkBooked(product, booking, user);
		if (!chosenOptions.flag(addStartTimes) || !user.date) return [user];
		return [{ ...user, starts_at: startsAt({ date: user.date }, booking.zone) }];
	},
};

function readPerson(parameters: NodeParameters): CallParameters {
	const more = parameters.collection(contact.additionalFields);
	const person = {
		first_name: readRequired(contact.firstName.displayName, parameters.text(contact.firstName)),
		email: readEmail(parameters.text(contact.email)),
		last_name: more.text(contact.lastName),
		...phoneParameters(more),
		ip_address: more.text(contact.ipAddress),
		country: more.text(contact.country),
		state: more.text(contact.state),
		timezone_id: more.text(contact.timezoneId),
		twilio_consent: more.has(contact.smsConsent) ? (more.flag(contact.smsConsent) ? '1' : '0') : '',
	};
	return Object.fromEntries(Object.entries(person).filter(([, value]) => value !== ''));
}

function phoneParameters(more: CollectionEntries): Record<string, string> {
	const number = more.text(contact.phone);
	if (number === '') return {};
	const { countryCode = '', digits } = readPhone(number, more.text(contact.phoneCountryCode));
	return { phone_country_code: countryCode, phone: digits };
}

/** The Session field, narrowed by Session Date where the product has that. */
function readChoice(product: Product, parameters: NodeParameters): SessionChoice {
	const choice = readSessionChoice(parameters.session());
	const dateText = product.takesDate
		? parameters.collection(contact.additionalFields).text(contact.sessionDate)
		: '';
	if (dateText === '') return choice;
	const date = readDate(dateText);
	if (choice.kind === 'schedule' && (choice.date ?? date) === date) return { ...choice, date };
	throw new InputError(
		choice.kind === 'schedule'
			? `Session Date ${date} is not the date of the chosen session`
			: 'Session Date needs a schedule',
		'Choose the session with its date in the Session field, and leave Session Date empty.',
	);
}

function sessionParameters(
	product: Product,
	{ webinar, session, timezone: passed }: BookableSession,
): CallParameters {
	return {
		webinar_id: String(webinar.webinar_id),
		schedule: String(session.schedule),
		...(product.takesDate && { date: session.date }),
		...(passed !== undefined && { timezone: passed }),
	};
}

/** A success is one only if it says who was registered, and to the session asked for. */
function checkBooked(product: Product, { session }: BookableSession, user: Attendee): void {
	if (user.user_id === undefined || user.user_id === null) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description:
				'Its answer has no user_id. Check the session in the webinar account, then run this item again.',
		});
	}
	const otherDate = product.takesDate && user.date && dateIn(user.date) !== dateIn(session.date);
	const otherSchedule = user.schedule && user.schedule !== session.schedule;
	if (otherDate || otherSchedule) {
		throw new ServiceError('The service registered the person to another session than asked for', {
			description: `Asked for: schedule ${session.schedule} on ${session.date}. Booked: schedule ${user.schedule ?? '(not said)'} on ${user.date ?? '(not said)'}, user_id ${user.user_id}. Correct it in the webinar account.`,
		});
	}
}
