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
import { readRegistrants, registrantsOf } from '../registrants/registrantList';
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

/** Webinars read at the same time. Each may have many registrants, and the limit may be reached early. */
const WEBINARS_AT_ONCE = 10;

const fields = {
	webinarScope: scopeField(
		'Webinars',
		'Takes one to three requests for each webinar of the account, and one for each 25 registrants',
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
		const { webinarId: reference, schedule, limit, filters } = input;
		const query: RegistrantsQuery = {
			schedule,
			limit,
			serviceFilters: sentValues(registrantFilters, filters),
			period: filters.sessionDate,
			isSimple: input.simplify,
		};

		let count = 0;
		let isCut = false;
		const read = async (webinar: QueriedWebinar) => {
			const found = await registrantsIn(context, query, webinar);
			count += found.rows.length;
			isCut ||= found.isCut || count > limit;
			return found.rows;
		};
		if (reference) {
			const id = Number(await webinars.forDisplay().id(product, reference));
			const rows = await read({ id });
			if (rows.length === 0) await explainEmpty(context, query, id);
			if (isCut) report.addHint(limitHint(limit));
			return rows.slice(0, limit);
		}
		const rows = await readEachWebinar(context, filters.titleContains, WEBINARS_AT_ONCE, async (listed) =>
			isCut ? [] : read({ id: listed.webinar_id, listed }),
		);
		if (rows.length === 0) await explainEmpty(context, query);
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

/** Returns the output items of one webinar. `isCut`: whether the limit left some out. */
async function registrantsIn(
	context: OperationContext,
	query: RegistrantsQuery,
	webinar: QueriedWebinar,
): Promise<{ rows: Registrant[]; isCut: boolean }> {
	const { service, product, report } = context;
	const { id, listed } = webinar;
	const { limit, period, isSimple } = query;
	const zone = isSimple || period ? await zoneOfRows(context, webinar) : undefined;
	const days = period && sessionPeriod(period, context.now(), zone ?? EST);
	const wanted = new Set<Registrant>();
	let undated = 0;
	// Runs page by page, so that 100,000 rows do not block the event loop in one piece.
	const toOutput = (row: Registrant) => {
		const output = toRegistrantOutput(listed ? { ...row, webinar_id: id } : row, isSimple, zone);
		const isWanted = days ? isInPeriod(row, days) : true;
		if (isWanted === true) wanted.add(output);
		if (isWanted === undefined) undated++;
		return output;
	};
	const { rows, isCut } = await readRegistrants(
		service,
		registrantsOf(product, id, query.schedule, query.serviceFilters),
		{
			// The service does not filter by the date of the session, so all rows are needed.
			limit: days ? Infinity : limit,
			each: toOutput,
			missing: (found, total) =>
				report.addHint(
					`The service states ${total} registrants, but listed ${found}: some were removed meanwhile, or are missing. Run the node again to be sure.`,
					id,
				),
		},
	);
	if (undated > 0) report.addHint(UNDATED_LEFT_OUT, id);
	const output = rows.filter((row) => wanted.has(row));
	return { rows: output, isCut: isCut || output.length > limit };
}

const UNDATED_LEFT_OUT =
	'Registrants without a session date, such as just in time, are left out by Session Date.';

/** Returns the zone of the rows' dates. Without it, the rows are still useful, so a failure becomes a hint. */
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

/** Adds a hint to an empty result, which otherwise looks as if all was well. @param webinarId of the only webinar */
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
