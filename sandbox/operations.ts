import { listCountries } from './countries';
import { registerPerson } from './registerPerson';
import { listRegistrants, unsubscribe } from './registrantOperations';
import { rejection, selectedWebinar, success, type OperationRequest } from './operationRequest';
import type { ApiResponse, Operation, Product } from './types';
import {
	given,
	hasErrors,
	invalidSelection,
	malformedFields,
	missingFields,
	type FormattedField,
} from './validation';
import { listedWebinar, webinarDetail } from './responseParts';

/** The operations of the API by name. */
export const operations: Record<Operation, (request: OperationRequest) => ApiResponse> = {
	webinars: listWebinars,
	webinar: showWebinar,
	register: registerPerson,
	registrants: listRegistrants,
	unsubscribe,
	countries: () => success({ countries: listCountries() }),
};

/** The live operation has no `timezone`, so it ignores one (service: D). */
const detailFormats: Record<Product, readonly FormattedField[]> = { live: [], automated: ['timezone'] };

function listWebinars({ product, account }: OperationRequest): ApiResponse {
	const webinars = account.webinars.filter((webinar) => webinar.product === product);
	return success({ webinars: webinars.map((webinar) => listedWebinar(webinar, account)) });
}

function showWebinar(request: OperationRequest): ApiResponse {
	const { product, parameters, account } = request;
	const missing = missingFields(parameters, ['webinar_id']);
	if (hasErrors(missing)) return rejection(400, missing);
	const webinar = selectedWebinar(request);
	const invalid = {
		...(!webinar && invalidSelection('webinar_id')),
		...malformedFields(parameters, detailFormats[product]),
	};
	if (!webinar || hasErrors(invalid)) return rejection(422, invalid);
	return success({ webinar: webinarDetail(webinar, account, given(parameters, 'timezone')) });
}
