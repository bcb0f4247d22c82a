import { Settings } from 'luxon';

import { collection, combining, onlyWith, type Values } from '../fields/field';
import {
	filterParameters,
	FILTERS,
	paging,
	registrantFilters,
	ROOM_FILTERS,
	sessionDateFilter,
	simplify,
	titleContains,
} from '../fields/listFields';
import { forOneWebinar, onlySchedule, scopeField, webinarId } from '../fields/webinarFields';
import { pageFetcher, fetchRegistrants, registrantsQuery } from '../registrants/registrantList';
import { sessionDate, toRegistrantOutput } from '../registrants/registrantOutput';
import type { Registrant, WebinarListItem } from '../service/endpoints';
import { sentences } from '../utils/values';
import { dateFilter, EST } from '../webinars/dates';
import { unknownSchedule } from '../webinars/chooseSession';
import { type Operation, type OperationContext, fetchFromEachWebinar } from './operation';
import output from '../__schema__/v1.0.0/live/getRegistrants.json';

const fields = {
	webinarScope: scopeField(
		'Sends one to three requests per webinar in the account, plus one request per 25 registrants',
		{ default: 'one', description: 'The webinars whose registrants to return' },
	),
	webinarId: forOneWebinar(webinarId),
	schedule: forOneWebinar(onlySchedule),
	...paging,
	filters: combining(
		collection(
			FILTERS,
			{
				...registrantFilters,
				sessionDate: sessionDateFilter,
				titleContains: onlyWith('/webinarScope', ['all'], titleContains),
			},
			{ placeholder: 'Add filter' },
		),
		ROOM_FILTERS,
		(filters) => ({ ...filters, parameters: filterParameters(filters) }),
	),
	simplify,
};

type Input = Values<typeof fields>;

export const getRegistrants: Operation<Input> = {
	value: 'getRegistrants',
	name: 'Get Registrants',
	description: 'List the people registered for a webinar or for all webinars, with attendance and purchases',
	builderHint:
		'Returns one item per registration, with attendance and purchases. Filters select people who attended, missed the session, or bought something.',
	action: ({ noun }) => `Get the registrants of one or all ${noun}s`,
	fields,
	output,

	async execute(context, input) {
		const { webinars, limitReached } = context;
		// Limit is undefined if Return All is on.
		const { webinarId: reference, limit = Infinity, filters } = input;
		const chosenId = reference && Number(await webinars.fetchId(reference));
		let count = 0;
		let isTruncated = false;
		const fetchOne = async (id: number, listed?: WebinarListItem) => {
			// Once there are more rows than the limit, no further webinar is searched.
			if (isTruncated) return [];
			const found = await fetchRegistrantsOf(context, input, id, listed);
			count += found.rows.length;
			if (found.isTruncated || count > limit) isTruncated = true;
			return found.rows;
		};
		const rows =
			chosenId === undefined
				? await fetchFromEachWebinar(
						context,
						(listed) => fetchOne(listed.webinar_id, listed),
						filters.titleContains,
					)
				: await fetchOne(chosenId);
		// The service reports no error for a schedule that it does not know.
		if (rows.length === 0 && chosenId !== undefined && input.schedule !== undefined) {
			await explainIfUnknown(context, chosenId, input.schedule);
		}
		if (isTruncated) limitReached(limit);
		return rows.slice(0, limit);
	},
};

/**
 * Fetches the registrants of one webinar, and returns them as output rows, perhaps more than the limit. `isTruncated` says
 * whether there are more.
 * @param listed the webinar's entry in the webinar list; absent if the user chose one webinar, because the list is not
 * read then
 */
async function fetchRegistrantsOf(
	context: OperationContext,
	{ schedule, limit = Infinity, filters, simplify: isSimple }: Input,
	id: number,
	listed?: WebinarListItem,
): Promise<{ rows: Registrant[]; isTruncated: boolean }> {
	const { service, report, webinars } = context;
	const period = filters.sessionDate;
	// Without Simplify and the filter, nothing is done with the dates.
	const zone = isSimple || period ? await webinars.fetchRowZone(id, listed) : undefined;
	const fetchPage = pageFetcher(service, registrantsQuery(id, schedule, filters.parameters));
	// Each page is converted when it arrives, so that a list of 100,000 rows does not block the event loop.
	const fetchOutputPage = async (number: number) => {
		const page = await fetchPage(number);
		// In a list for all webinars, each row names its webinar.
		const pageRows = page.rows.map((row) =>
			toRegistrantOutput(listed ? { ...row, webinar_id: id } : row, isSimple, zone),
		);
		return { ...page, rows: pageRows };
	};

	// The service cannot filter by the session's date, so it must send all rows.
	const maxRows = period ? Infinity : limit;
	const list = await fetchRegistrants(fetchOutputPage, maxRows);
	const rows = [...list.rows.values()];
	const total = list.pages[0]?.total ?? 0;
	if (list.areRowsMissing) {
		report.addHint(
			`The service reports ${Math.min(total, maxRows)} registrants, but it listed ${rows.length}. Registrants may be missing from the output, so run the node again. The numbers also differ if registrants were removed in the meantime.`,
			`webinar ${id}`,
		);
	}
	if (!period) return { rows, isTruncated: rows.length > limit || total > limit };

	// If the time zone is not known, the service's default decides which day is today.
	const isInPeriod = dateFilter(period, Settings.now(), zone ?? EST);
	const matching = rows.filter((row) => isInPeriod(sessionDate(row) ?? ''));
	return { rows: matching, isTruncated: matching.length > limit };
}

/** Adds a hint if the webinar does not have the schedule. */
async function explainIfUnknown(
	{ report, webinars }: OperationContext,
	webinarId: number,
	schedule: number,
): Promise<void> {
	const { sessions } = await webinars.fetch({ id: String(webinarId) });
	if (sessions.some(({ scheduleId }) => scheduleId === schedule)) return;
	const { message, description } = unknownSchedule(schedule);
	report.addHint(sentences([message, description]), `webinar ${webinarId}`);
}
