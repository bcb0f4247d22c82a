import type { Zone } from 'luxon';

import { collection, sentValues, shownWith } from '../fields/field';
import {
	FILTERS,
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
import { ServiceError } from '../service/errors';
import type { Registrant, WebinarListItem } from '../service/schemas';
import { sentences } from '../utils/values';
import { EST } from '../webinars/dates';
import { unknownSchedule } from '../webinars/unknownSchedule';
import { limitHint } from './limitHint';
import type { Operation, OperationContext } from './operation';
import { readEachWebinar } from './readEachWebinar';

/** Maximum webinars in progress. More would read many registrants in vain if the limit is reached early. */
const WEBINARS_AT_ONCE = 10;

const fields = {
	webinarScope: scopeField(
		'Webinars',
		'Takes one to three requests per webinar of the account, and one per 25 registrants',
		{ default: 'one', description: 'Whose registrants to return' },
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

export const getRegistrants: Operation = {
	value: 'getRegistrants',
	name: 'Get Registrants',
	description: 'List the people registered for a webinar or for all webinars, with attendance and purchases',
	action: ({ noun }) => `Get the registrants of one or all ${noun}s`,
	fields,

	async execute(context) {
		const { product, webinars, report } = context;
		const input = context.input(fields);
		const { webinarId: reference, filters, limit } = input;
		const query: RegistrantsQuery = {
			schedule: input.schedule,
			limit,
			serviceFilters: sentValues(registrantFilters, filters),
			period: filters.sessionDate,
			isSimple: input.simplify,
		};
		const id = reference && Number(await webinars.forDisplay().id(product, reference));
		const { rows, isCut } =
			id === undefined
				? await registrantsOfAll(context, query, filters.titleContains)
				: await registrantsIn(context, query, { id });
		if (rows.length === 0) await explainEmpty(context, query, id);
		if (isCut) report.addHint(limitHint(limit));
		return rows.slice(0, limit);
	},
};

interface RegistrantsQuery {
	schedule: number | undefined;
	limit: number;
	/** Under the service's names. */
	serviceFilters: ReturnType<typeof sentValues>;
	period: ReturnType<typeof sessionDateFilter.read>;
	isSimple: boolean;
}

interface QueriedWebinar {
	id: number;
	/** Its entry in the list of all webinars; absent if one webinar was chosen. */
	listed?: WebinarListItem;
}

interface RegistrantsFound {
	rows: Registrant[];
	/** Whether the limit left some out. */
	isCut: boolean;
}

/** Returns the output items of all webinars. Once the limit is reached, no further webinar is read. */
async function registrantsOfAll(
	context: OperationContext,
	query: RegistrantsQuery,
	titleContains: string,
): Promise<RegistrantsFound> {
	let count = 0;
	let isCut = false;
	const rows = await readEachWebinar(context, titleContains, WEBINARS_AT_ONCE, async (listed) => {
		if (isCut) return [];
		const found = await registrantsIn(context, query, { id: listed.webinar_id, listed });
		count += found.rows.length;
		isCut ||= found.isCut || count > query.limit;
		return found.rows;
	});
	return { rows, isCut };
}

/** Returns the output items of one webinar. */
async function registrantsIn(
	context: OperationContext,
	query: RegistrantsQuery,
	webinar: QueriedWebinar,
): Promise<RegistrantsFound> {
	const { service, product, report } = context;
	const { id, listed } = webinar;
	const { limit, period, isSimple } = query;
	const zone = isSimple || period ? await zoneOfRows(context, webinar) : undefined;
	const days = period && sessionPeriod(period, context.now(), zone ?? EST);
	const wanted = new Set<Registrant>();
	let undatedCount = 0;
	// Called page by page, so that 100,000 rows do not block the event loop.
	const toOutput = (row: Registrant) => {
		const output = toRegistrantOutput(listed ? { ...row, webinar_id: id } : row, isSimple, zone);
		const isWanted = days ? isInPeriod(row, days) : true;
		if (isWanted === true) wanted.add(output);
		if (isWanted === undefined) undatedCount++;
		return output;
	};
	const { rows, isCut } = await readRegistrants(
		service,
		registrantsQuery(product, id, query.schedule, query.serviceFilters),
		{
			// The service cannot filter by the date of the session, so all rows are needed.
			limit: days ? Infinity : limit,
			convert: toOutput,
			onMissingRows: (found, total) =>
				report.addHint(
					`The service states ${total} registrants, but listed ${found}. Some were removed meanwhile, or are missing. Run the node again to make sure.`,
					id,
				),
		},
	);
	if (undatedCount > 0) report.addHint(UNDATED_LEFT_OUT, id);
	const output = rows.filter((row) => wanted.has(row));
	return { rows: output, isCut: isCut || output.length > limit };
}

const UNDATED_LEFT_OUT =
	'Registrants without a session date, such as just in time, are left out by Session Date.';

/** Returns the zone of the rows' dates. A failure becomes a hint, because the rows are useful without the zone too. */
async function zoneOfRows(
	{ product, webinars, report }: OperationContext,
	{ id, listed }: QueriedWebinar,
): Promise<Zone | undefined> {
	return await webinars
		.forDisplay()
		.rowZone(product, String(id), listed)
		.catch((error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			report.addHint(`starts_at is null: ${error.message}.`, id);
			return undefined;
		});
}

/** Adds a hint that says why a result may be empty. @param webinarId of the chosen webinar; undefined for all webinars */
async function explainEmpty(
	{ product, webinars, report }: OperationContext,
	{ schedule, serviceFilters, period }: RegistrantsQuery,
	webinarId?: number,
): Promise<void> {
	if (webinarId !== undefined && schedule !== undefined) {
		const { sessions } = await webinars.forDisplay().webinar(product, { id: String(webinarId) });
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
		report.addHint('No registrant matches the filters. Remove one to see more.');
	}
}
