import { registrantFilters, timestampsRequiredBy } from './registrantFilters';
import { registrantRow } from './registrantRow';
import type { Registrants } from './registrants';
import { rejection, selectedWebinar, success, type OperationRequest } from './request';
import type { Answer, Webinar } from './types';
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

export function listRegistrants(request: OperationRequest): Answer {
	const { product, parameters, account, registrants } = request;
	const missing = missingFields(parameters, ['webinar_id', ...timestampsRequiredBy(parameters)]);
	if (hasErrors(missing)) return rejection(400, missing);
	const webinar = selectedWebinar(request);
	const schedule = given(parameters, 'schedule_id');
	const invalid = {
		...(!webinar && invalidSelection('webinar_id')),
		...(webinar && schedule && !hasHad(schedule, webinar, registrants) && invalidSelection('schedule_id')),
		...malformedFields(parameters, filterFormats),
	};
	if (!webinar || hasErrors(invalid)) return rejection(422, invalid);

	const filters = registrantFilters(parameters, webinar, account.now());
	const { paginator, newestFirst, lagSeconds } = account.registrantsList;
	const listedUntil = account.now() - lagSeconds * 1000;
	const everybody = registrants.of({ product, webinarId: webinar.id });
	const registered = webinar.doubleOptIn ? everybody.filter(({ confirmed }) => confirmed) : everybody;
	const all = lagSeconds === 0 ? registered : registered.filter((who) => who.registeredAt <= listedUntil);
	const found = filters.length === 0 ? all : all.filter((who) => filters.every((filter) => filter(who)));
	const page = Number(given(parameters, 'page') ?? 1);
	const rows = (newestFirst ? [...found].reverse() : found).slice((page - 1) * PER_PAGE, page * PER_PAGE);
	const last_page = Math.max(1, Math.ceil(found.length / PER_PAGE));
	const next = page < last_page ? `${account.url}/${product}/registrants?page=${page + 1}` : null;
	return success({
		registrants: {
			current_page: page,
			data: rows.map((registrant) => registrantRow(registrant, webinar, account)),
			last_page,
			...(paginator === 'paginator' && { per_page: PER_PAGE, total: found.length, next_page_url: next }),
		},
	});
}

export function unsubscribe(request: OperationRequest): Answer {
	const { product, parameters, registrants } = request;
	const missing = missingFields(parameters, ['webinar_id', 'lead_id']);
	if (hasErrors(missing)) return rejection(400, missing);
	const webinar = selectedWebinar(request);
	if (!webinar) return rejection(422, invalidSelection('webinar_id'));
	const leadId = given(parameters, 'lead_id');
	const lead = registrants
		.of({ product, webinarId: webinar.id })
		.find((who) => String(who.leadId) === leadId);
	if (!lead) return rejection(422, invalidSelection('lead_id'));
	lead.subscribed = false;
	return { status: 204, body: '' };
}

/** A schedule of the webinar, or a former one with registrants. */
function hasHad(schedule: string, webinar: Webinar, registrants: Registrants): boolean {
	const is = (known: { schedule: number }) => String(known.schedule) === schedule;
	const registered = registrants.of({ product: webinar.product, webinarId: webinar.id });
	return webinar.sessions.some(is) || registered.some(is);
}
