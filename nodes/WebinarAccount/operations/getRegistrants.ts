import { Settings, type Zone } from 'luxon';

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
import { ServiceError } from '../service/errors';
import type { Registrant, WebinarListItem } from '../service/schemas';
import { type Hint, sentences } from '../utils/values';
import { dateFilter, EST } from '../webinars/dates';
import { unknownSchedule } from '../webinars/chooseSession';
import { type Operation, type OperationContext, fetchFromEachWebinar, fetchRowZone } from './operation';
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
				? await fetchFromEachWebinar(context, filters.titleContains, (listed) =>
						fetchOne(listed.webinar_id, listed),
					)
				: await fetchOne(chosenId);
		if (rows.length === 0) await explainEmptyResult(context, input, chosenId);
		if (isTruncated) limitReached(limit);
		return rows.slice(0, limit);
	},
};

/**
 * Fetches the registrants of one webinar, and returns them as output rows. `isTruncated` says whether the limit cut off
 * further rows.
 * @param listed the webinar's entry in the webinar list; absent if the user chose one webinar, because the list is not
 * read then
 */
async function fetchRegistrantsOf(
	context: OperationContext,
	{ schedule, limit = Infinity, filters, simplify: isSimple }: Input,
	id: number,
	listed?: WebinarListItem,
): Promise<{ rows: Registrant[]; isTruncated: boolean }> {
	const { service, report } = context;
	const period = filters.sessionDate;
	const hasPeriod = period !== undefined;
	// Rows without Simplify stay as the service sent them, so only the filter needs their time zone.
	const zone = isSimple || hasPeriod ? await fetchRowZone(context, id, listed) : undefined;
	const matchDate = dateMatcher(period, zone);
	/** For each output row, whether it matches the filter. It is determined when the page of the row arrives. */
	const dateMatches = new Map<Registrant, DateMatch>();
	const toOutput = (row: Registrant) => {
		// In a list for all webinars, each row names its webinar.
		const output = toRegistrantOutput(listed ? { ...row, webinar_id: id } : row, isSimple, zone);
		dateMatches.set(output, matchDate(row));
		return output;
	};
	const fetchPage = pageFetcher(service, registrantsQuery(id, schedule, filters.parameters));
	// Each page is converted when it arrives, so that a list of 100,000 rows does not block the event loop.
	const fetchOutputPage = async (number: number) => {
		const page = await fetchPage(number);
		return { ...page, rows: page.rows.map(toOutput) };
	};
	// The service cannot filter by the session's date, so all rows are read, and the limit is applied afterwards.
	const maxRows = hasPeriod ? Infinity : limit;
	const { rows, pages, areRowsMissing } = await fetchRegistrants(fetchOutputPage, maxRows);
	const all = [...rows.values()];
	const matching = all.filter((row) => dateMatches.get(row) === 'inPeriod');
	const total = pages[0]?.total ?? 0;
	const hints: Hint[] = [
		[
			areRowsMissing,
			`The service reports ${Math.min(total, maxRows)} registrants, but it listed ${rows.size}. Registrants may be missing from the output, so run the node again. The numbers also differ if registrants were removed in the meantime.`,
		],
		[
			all.some((row) => dateMatches.get(row) === 'undated'),
			'The Session Date filter omits registrants without a session date, such as those in just-in-time sessions.',
		],
	];
	report.addHints(hints, `webinar ${id}`);
	// With the filter, the total also counts rows that do not match.
	const isTruncated = matching.length > limit || (!hasPeriod && total > limit);
	return { rows: matching, isTruncated };
}

/** Whether a row's session is in the chosen period. */
type DateMatch = 'inPeriod' | 'otherDate' | 'undated';

/**
 * Returns a function that applies the Session Date filter. Without a period, each row counts as in the period.
 * @param zone the time zone that decides which day is today. If it is not known, the service's default is used.
 */
function dateMatcher(period: Input['filters']['sessionDate'], zone: Zone | undefined) {
	if (period === undefined) return (): DateMatch => 'inPeriod';
	const isInPeriod = dateFilter(period, Settings.now(), zone ?? EST);
	return (row: Registrant): DateMatch => {
		const date = sessionDate(row);
		if (date === undefined) return 'undated';
		return isInPeriod(date) ? 'inPeriod' : 'otherDate';
	};
}

/**
 * Adds a hint that says why the result may be empty: the schedule is unknown, or else a filter may not match. Adds none if
 * the user chose neither.
 * @param webinarId the chosen webinar; undefined for all webinars
 */
async function explainEmptyResult(
	context: OperationContext,
	{ schedule, filters }: Input,
	webinarId?: number,
): Promise<void> {
	const { report, itemName } = context;
	const hasSchedule = webinarId !== undefined && schedule !== undefined;
	if (hasSchedule && (await isUnknownSchedule(context, webinarId, schedule))) {
		const { message, description } = unknownSchedule(schedule);
		report.addHint(sentences([message, description]), `webinar ${webinarId}`);
		return;
	}
	const hasSignUpDate = 'date_range' in filters.parameters;
	const hasFilter =
		filters.sessionDate !== undefined ||
		filters.titleContains !== undefined ||
		Object.keys(filters.parameters).length > 0;
	const hints: Hint[] = [
		[
			hasSignUpDate,
			"No registrant matches. Sign-Up Date probably filters by the day of registration, although the service's help says by the day of the session. To filter by the day of the session, use Session Date.",
		],
		[
			hasFilter && !hasSignUpDate,
			'No registrant matches the filters. Remove a filter to see more registrants.',
		],
	];
	report.addHints(hints, itemName);
}

/**
 * Whether a webinar's details lack the schedule whose list of registrants is empty. False if they cannot be read, because
 * the schedule may just have no registrants.
 */
async function isUnknownSchedule(
	{ webinars }: OperationContext,
	webinarId: number,
	schedule: number,
): Promise<boolean> {
	const webinar = await webinars.fetch({ id: String(webinarId) }).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		return undefined;
	});
	return webinar !== undefined && !webinar.sessions.some(({ scheduleId }) => scheduleId === schedule);
}
