import { registrantFilters, timestampsRequiredBy } from './registrantFilters';
import { registrantRow } from './registrantRow';
import { rejection, selectedWebinar, success, type OperationRequest } from './operationRequest';
import type { Account, ApiResponse, Product, Registrant, Webinar } from './types';
import { given, hasErrors, invalidSelection, malformedFields, missingFields } from './validation';

const PER_PAGE = 25;

const filterFormats = [
	'schedule_id',
	'attended_live',
	'attended_live_timestamp',
	'attended_replay',
	'attended_replay_timestamp',
	'purchased',
	'date_range',
	'page',
] as const;

/** Returns a page of a webinar's registrants. An unknown schedule has none, which is a success (service: V). */
export function listRegistrants(request: OperationRequest): ApiResponse {
	const { product, parameters, account, registrants } = request;
	const missing = missingFields(parameters, ['webinar_id', ...timestampsRequiredBy(parameters)]);
	if (hasErrors(missing)) return rejection(400, missing);
	const webinar = selectedWebinar(request);
	const invalid = {
		...(!webinar && invalidSelection('webinar_id')),
		...malformedFields(parameters, filterFormats),
	};
	if (!webinar || hasErrors(invalid)) return rejection(422, invalid);

	const listed = listedRegistrants(registrants.of({ product, webinarId: webinar.id }), webinar);
	const filters = registrantFilters(parameters, webinar, account.now());
	const found =
		filters.length === 0 ? listed : listed.filter((who) => filters.every((filter) => filter(who)));
	const page = Number(given(parameters, 'page') ?? 1);
	return success({ registrants: pageOf(found, { page, product, webinar, account }) });
}

function listedRegistrants(
	registrants: readonly Registrant[],
	{ doubleOptIn }: Webinar,
): readonly Registrant[] {
	return doubleOptIn ? registrants.filter(({ confirmed }) => confirmed) : registrants;
}

interface WantedPage {
	page: number;
	product: Product;
	webinar: Webinar;
	account: Account;
}

/** Builds a page with the fields of Laravel's paginator (service: V, C). */
function pageOf(found: readonly Registrant[], { page, product, webinar, account }: WantedPage) {
	const { paginator, newestFirst } = account.registrantsList;
	const offset = (page - 1) * PER_PAGE;
	const ordered = newestFirst ? [...found].reverse() : found;
	const registrants = ordered.slice(offset, offset + PER_PAGE);
	const data = registrants.map((registrant) => registrantRow(registrant, webinar, account));
	const lastPage = Math.max(1, Math.ceil(found.length / PER_PAGE));
	if (paginator === 'minimal') return { current_page: page, data, last_page: lastPage };
	const path = `${account.url}/${product}/registrants`;
	const urlOf = (number: number) => `${path}?page=${number}`;
	return {
		current_page: page,
		data,
		first_page_url: urlOf(1),
		from: data.length > 0 ? offset + 1 : null,
		last_page: lastPage,
		last_page_url: urlOf(lastPage),
		next_page_url: page < lastPage ? urlOf(page + 1) : null,
		path,
		per_page: PER_PAGE,
		prev_page_url: page > 1 ? urlOf(page - 1) : null,
		to: data.length > 0 ? offset + data.length : null,
		total: found.length,
	};
}

/** Unsubscribes a person from a webinar. The response has no body (service: D, V). */
export function unsubscribe(request: OperationRequest): ApiResponse {
	const { product, parameters, registrants } = request;
	const missing = missingFields(parameters, ['webinar_id', 'lead_id']);
	if (hasErrors(missing)) return rejection(400, missing);
	const webinar = selectedWebinar(request);
	if (!webinar) return rejection(422, invalidSelection('webinar_id'));
	const leadId = given(parameters, 'lead_id');
	const rowsOfLead = registrants
		.of({ product, webinarId: webinar.id })
		.filter((registrant) => String(registrant.leadId) === leadId);
	if (rowsOfLead.length === 0) return rejection(422, invalidSelection('lead_id'));
	for (const registrant of rowsOfLead) registrant.subscribed = false;
	return { status: 204, body: '' };
}
