import { bookSessions } from './bookSessions';
import { customAnswers } from './customFields';
import { placeErrors } from './countries';
import type { Booking } from './registrants';
import { rejection, selectedWebinar, success, type OperationRequest } from './operationRequest';
import { upcomingSessions } from './sessions';
import type { ApiResponse, Product, Webinar } from './types';
import {
	fieldsRequiredBy,
	given,
	hasErrors,
	invalidSelection,
	malformedFields,
	missingFields,
	personIn,
	phoneLengthErrors,
	type FieldErrors,
	type FormattedField,
} from './validation';
import { registeredUser } from './responseParts';

/** The live operation has no `timezone` and no `date`, so it ignores both (service: D). */
const contactFormats: readonly FormattedField[] = ['email', 'phone_country_code', 'phone', 'twilio_consent'];
const registerFormats: Record<Product, readonly FormattedField[]> = {
	live: contactFormats,
	automated: [...contactFormats, 'timezone', 'date'],
};

/** Registers a person for a session that is not over. */
export function registerPerson(request: OperationRequest): ApiResponse {
	const { parameters, lists, account, registrants, alterBooking = (booking: Booking) => booking } = request;
	const webinar = selectedWebinar(request);
	const required = ['webinar_id', 'first_name', 'email', 'schedule'];
	if (webinar) required.push(...fieldsRequiredBy(webinar, 'api'));
	const missing = missingFields(parameters, required);
	if (hasErrors(missing)) return rejection(400, missing);

	const schedule = positiveInteger(given(parameters, 'schedule'));
	const { answers, errors } = customAnswers(lists, webinar);
	const invalid = { ...invalidFields(request, webinar, schedule), ...errors };
	if (!webinar || hasErrors(invalid)) return rejection(422, invalid);

	const booked = bookSessions(webinar, {
		schedule,
		date: given(parameters, 'date'),
		timezone: given(parameters, 'timezone'),
		now: account.now(),
	});
	if (!booked) return rejection(422, invalidSelection('date'));

	const person = personIn(parameters);
	const booking: Booking = { webinar, person, schedule, ...booked, via: 'api', parameters, answers };
	const registrant = registrants.add(alterBooking(booking));
	return success({ user: registeredUser(registrant, webinar, account) });
}

/** Returns a positive integer; NaN for 0, which no schedule has (service: C), and for 1e1, 0x0b and 011. */
function positiveInteger(text = ''): number {
	return /^[1-9]\d*$/.test(text) ? Number(text) : NaN;
}

function invalidFields(
	{ product, parameters, account }: OperationRequest,
	webinar: Webinar | undefined,
	schedule: number,
): FieldErrors {
	const sessions = webinar && upcomingSessions(webinar, account.now());
	const hasSchedule = sessions?.some((session) => session.schedule === schedule);
	return {
		...(!webinar && invalidSelection('webinar_id')),
		...(webinar && !hasSchedule && invalidSelection('schedule')),
		...phoneLengthErrors(parameters),
		...malformedFields(parameters, registerFormats[product]),
		...placeErrors(parameters),
	};
}
