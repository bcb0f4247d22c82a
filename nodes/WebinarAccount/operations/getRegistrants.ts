import { collection, readFields, sentValues, shownWith, type Values } from '../fields/field';
import {
	FILTERS,
	limitHint,
	paging,
	registrantFilters,
	sessionDateFilter,
	simplify,
	titleContains,
} from '../fields/listFields';
import { onlySchedule, scopeField, webinarId, withScope } from '../fields/webinarFields';
import { readRegistrants, registrantsQuery } from '../registrants/registrantList';
import { isInPeriod, sessionPeriod } from '../registrants/sessionPeriod';
import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { Registrant, WebinarListItem } from '../service/schemas';
import { sentences } from '../utils/values';
import { EST } from '../webinars/dates';
import { unknownSchedule } from '../webinars/chooseSession';
import { type Operation, type OperationContext, readEachWebinar, readRowZone } from './operation';

/**
 * Maximum webinars read concurrently. With a higher number, many registrants would be read in vain if the limit is
 * reached early.
 */
const WEBINARS_AT_ONCE = 10;

const fields = {
	webinarScope: scopeField(
		'Scope',
		'Sends one to three requests per webinar in the account, plus one request per 25 registrants',
		{ default: 'one', description: 'The webinars whose registrants to return' },
	),
	webinarId: withScope('one', webinarId),
	schedule: withScope('one', onlySchedule),
	...paging,
	filters: collection(
		FILTERS,
		{
			...registrantFilters,
			sessionDate: sessionDateFilter,
			titleContains: shownWith('/webinarScope', ['all'], titleContains),
		},
		{ placeholder: 'Add filter' },
	),
	simplify,
};

export const getRegistrants: Operation<Values<typeof fields>> = {
	value: 'getRegistrants',
	name: 'Get Registrants',
	description: 'List the people registered for a webinar or for all webinars, with attendance and purchases',
	action: ({ noun }) => `Get the registrants of one or all ${noun}s`,
	fields,

	read: (given, stored) => readFields(fields, given, stored),

	async execute(context, input) {
		const { product, webinars, report } = context;
		const { webinarId: reference, filters, limit } = input;
		const query: RegistrantsQuery = {
			schedule: input.schedule,
			limit,
			serviceFilters: sentValues(registrantFilters, filters),
			period: filters.sessionDate,
			isSimple: input.simplify,
		};
		const id = reference && Number(await webinars.id(product, reference));
		const { rows, isTruncated } =
			id === undefined
				? await readAllWebinars(context, query, filters.titleContains)
				: await readWebinarRegistrants(context, query, { id });
		if (rows.length === 0) await explainEmptyResult(context, query, id);
		if (isTruncated) report.addHint(limitHint(limit));
		return rows.slice(0, limit);
	},
};

/** The user's choices: which registrants to return, and whether to simplify them. */
interface RegistrantsQuery {
	/** The only schedule whose registrants are returned; undefined for all schedules. */
	schedule: number | undefined;
	limit: number;
	/** The filters that the service applies, as request parameters. */
	serviceFilters: ReturnType<typeof sentValues>;
	/** The value of the Session Date filter. */
	period: ReturnType<typeof sessionDateFilter.read>;
	/** Whether Simplify is on. */
	isSimple: boolean;
}

interface QueriedWebinar {
	id: number;
	/**
	 * The webinar's entry in the webinar list. Absent if the user chose one webinar, because the list is not read then.
	 */
	listed?: WebinarListItem;
}

interface RegistrantsFound {
	rows: Registrant[];
	/** Whether the limit cut off further rows. */
	isTruncated: boolean;
}

/**
 * Reads the registrants of all webinars, and returns them as output rows. Once the limit is reached, reads no further
 * webinars.
 */
async function readAllWebinars(
	context: OperationContext,
	query: RegistrantsQuery,
	titleContains: string,
): Promise<RegistrantsFound> {
	let count = 0;
	let isTruncated = false;
	const rows = await readEachWebinar(context, titleContains, WEBINARS_AT_ONCE, async (listed) => {
		if (isTruncated) return [];
		const found = await readWebinarRegistrants(context, query, { id: listed.webinar_id, listed });
		count += found.rows.length;
		isTruncated ||= found.isTruncated || count > query.limit;
		return found.rows;
	});
	return { rows, isTruncated };
}

/** Reads the registrants of one webinar, and returns them as output rows. */
async function readWebinarRegistrants(
	context: OperationContext,
	query: RegistrantsQuery,
	webinar: QueriedWebinar,
): Promise<RegistrantsFound> {
	const { service, product, report } = context;
	const { id, listed } = webinar;
	const { limit, period, isSimple } = query;
	const zone = isSimple || period ? await readRowZone(context, id, listed) : undefined;
	const days = period && sessionPeriod(period, context.now(), zone ?? EST);
	const rowsInPeriod = new Set<Registrant>();
	let undatedCount = 0;
	// Each page is converted when it arrives, so that a list of 100,000 rows does not block the event loop.
	const toOutput = (row: Registrant) => {
		const output = toRegistrantOutput(listed ? { ...row, webinar_id: id } : row, isSimple, zone);
		const isWanted = days ? isInPeriod(row, days) : true;
		if (isWanted === true) rowsInPeriod.add(output);
		// Undefined means that the row's session has no readable date.
		if (isWanted === undefined) undatedCount++;
		return output;
	};
	const { rows, isCut } = await readRegistrants(
		service,
		registrantsQuery(product, id, query.schedule, query.serviceFilters),
		{
			// The service cannot filter by the session's date, so all rows are read, and the limit is applied below.
			limit: days ? Infinity : limit,
			convert: toOutput,
			onMissingRows: (found, total) =>
				report.addHint(
					`The service reports ${total} registrants, but it listed ${found}. Registrants may be missing from the output, so run the node again. The numbers also differ if registrants were removed in the meantime.`,
					id,
				),
		},
	);
	if (undatedCount > 0) report.addHint(UNDATED_LEFT_OUT, id);
	const output = rows.filter((row) => rowsInPeriod.has(row));
	return { rows: output, isTruncated: isCut || output.length > limit };
}

const UNDATED_LEFT_OUT =
	'The Session Date filter omits registrants without a session date, such as those in just-in-time sessions.';

/** Adds a hint that says why the result may be empty. @param webinarId the chosen webinar; undefined for all webinars */
async function explainEmptyResult(
	{ product, webinars, report }: OperationContext,
	{ schedule, serviceFilters, period }: RegistrantsQuery,
	webinarId?: number,
): Promise<void> {
	if (webinarId !== undefined && schedule !== undefined) {
		const { sessions } = await webinars.read(product, { id: String(webinarId) });
		if (!sessions.some((session) => session.schedule === schedule)) {
			const { message, description } = unknownSchedule(schedule);
			report.addHint(sentences([message, description]), webinarId);
			return;
		}
	}
	if ('date_range' in serviceFilters) {
		report.addHint(
			'No registrant matches. Sign-Up Date filters by the day of registration. To filter by the day of the session, use Session Date.',
		);
	} else if (period !== undefined || Object.keys(serviceFilters).length > 0) {
		report.addHint('No registrant matches the filters. Remove a filter to see more registrants.');
	}
}
