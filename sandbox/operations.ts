import { bookSessions } from './booking';
import type { Booking, Registrants } from './registrants';
import { upcomingSessions } from './sessions';
import type { Account, Answer, Operation, Parameters, Product, Webinar } from './types';
import {
	fieldsRequiredBy,
	given,
	hasErrors,
	invalidSelection,
	malformedFields,
	missingFields,
	personIn,
	type FieldErrors,
	type FormattedField,
} from './validation';
import { detail, listItem, user } from './wire';

export interface OperationRequest {
	product: Product;
	parameters: Parameters;
	account: Account;
	registrants: Registrants;
	/** A fault may book something else than what was asked for. */
	alterBooking?: ((booking: Booking) => Booking) | undefined;
}

export const operations: Record<Operation, (request: OperationRequest) => Answer> = {
	webinars: listWebinars,
	webinar: showWebinar,
	register: registerPerson,
};

/** The live operations list neither `timezone` nor `date`, so there the two are not even looked at. */
const contactFormats: readonly FormattedField[] = [
	'email',
	'phone_country_code',
	'phone',
	'ip_address',
	'timezone_id',
	'twilio_consent',
];
const detailFormats: Record<Product, readonly FormattedField[]> = { live: [], automated: ['timezone'] };
const registerFormats: Record<Product, readonly FormattedField[]> = {
	live: contactFormats,
	automated: [...contactFormats, 'timezone', 'date'],
};

function listWebinars({ product, account }: OperationRequest): Answer {
	const webinars = account.webinars.filter((webinar) => webinar.product === product);
	return success({ webinars: webinars.map((webinar) => listItem(webinar, account)) });
}

function showWebinar(request: OperationRequest): Answer {
	const { product, parameters, account } = request;
	const missing = missingFields(parameters, ['webinar_id']);
	if (hasErrors(missing)) return refusal(400, missing);
	const webinar = selectedWebinar(request);
	const invalid = {
		...(!webinar && invalidSelection('webinar_id')),
		...malformedFields(parameters, detailFormats[product]),
	};
	if (!webinar || hasErrors(invalid)) return refusal(422, invalid);
	return success({ webinar: detail(webinar, account, given(parameters, 'timezone')) });
}

function registerPerson(request: OperationRequest): Answer {
	const { product, parameters, account, registrants, alterBooking = (booking: Booking) => booking } = request;
	const webinar = selectedWebinar(request);
	const missing = missingFields(parameters, [
		'webinar_id',
		'first_name',
		'email',
		'schedule',
		...(webinar ? fieldsRequiredBy(webinar) : []),
	]);
	if (hasErrors(missing)) return refusal(400, missing);

	const schedule = Number(given(parameters, 'schedule'));
	const invalid = {
		...(!webinar && invalidSelection('webinar_id')),
		...(webinar && !hasSchedule(webinar, schedule, account.now()) && invalidSelection('schedule')),
		...malformedFields(parameters, registerFormats[product]),
	};
	if (!webinar || hasErrors(invalid)) return refusal(422, invalid);

	const booked = bookSessions(webinar, {
		schedule,
		date: given(parameters, 'date'),
		timezone: given(parameters, 'timezone'),
		now: account.now(),
	});
	if (!booked) return refusal(422, invalidSelection('date'));

	const booking: Booking = {
		webinar,
		person: personIn(parameters),
		schedule,
		...booked,
		via: 'api',
		parameters,
	};
	const registrant = registrants.add(alterBooking(booking));
	return success({ user: user(registrant, webinar, account) });
}

function selectedWebinar({ product, parameters, account }: OperationRequest): Webinar | undefined {
	const id = given(parameters, 'webinar_id');
	return account.webinars.find((webinar) => webinar.product === product && String(webinar.id) === id);
}

function hasSchedule(webinar: Webinar, schedule: number, now: number): boolean {
	return upcomingSessions(webinar, now).some((session) => session.schedule === schedule);
}

function success(member: object): Answer {
	return { status: 200, body: { status: 'success', ...member } };
}

function refusal(status: 400 | 422, errors: FieldErrors): Answer {
	return { status, body: { status: 'error', errors } };
}
