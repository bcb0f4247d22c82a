import { Settings } from 'luxon';

import { collection, combining, readFields, shownWith, type Values } from '../fields/field';
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
import { onlySchedule, scopeField, webinarId, withScope } from '../fields/webinarFields';
import { pageReader, readRegistrants, registrantsQuery } from '../registrants/registrantList';
import { toRegistrantOutput } from '../registrants/registrantOutput';
import { ServiceError } from '../service/errors';
import type { Registrant, WebinarListItem } from '../service/schemas';
import { sentences } from '../utils/values';
import { EST, normalizedDate, sessionPeriod } from '../webinars/dates';
import { unknownSchedule } from '../webinars/chooseSession';
import { type Operation, type OperationContext, readEachWebinar, readRowZone } from './operation';
import output from '../__schema__/v1.0.0/live/getRegistrants.json';

const fields = {
	webinarScope: scopeField(
		'Scope',
		'Sends one to three requests per webinar in the account, plus one request per 25 registrants',
		{ default: 'one', description: 'The webinars whose registrants to return' },
	),
	webinarId: withScope('one', webinarId),
	schedule: withScope('one', onlySchedule),
	...paging,
	filters: combining(
		collection(
			FILTERS,
			{
				...registrantFilters,
				sessionDate: sessionDateFilter,
				titleContains: shownWith('/webinarScope', ['all'], titleContains),
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

	read: (given, expressions) => readFields(fields, given, expressions),

	async execute(context, input) {
		const { webinars, limitReached } = context;
		const { webinarId: reference, limit = Infinity, filters } = input;
		const id = reference && Number(await webinars.id(reference));
		let count = 0;
		let isTruncated = false;
		const readOne = async (webinarIdToRead: number, listed?: WebinarListItem) => {
			// Once the limit is reached, no further webinar is read.
			if (isTruncated) return [];
			const found = await readWebinarRegistrants(context, input, webinarIdToRead, listed);
			count += found.rows.length;
			isTruncated ||= found.isTruncated || count > limit;
			return found.rows;
		};
		const rows =
			id === undefined
				? await readEachWebinar(context, filters.titleContains, (listed) =>
						readOne(listed.webinar_id, listed),
					)
				: await readOne(id);
		if (rows.length === 0) await explainEmptyResult(context, input, id);
		if (isTruncated) limitReached(limit);
		return rows.slice(0, limit);
	},
};

/**
 * Reads the registrants of one webinar, and returns them as output rows. `isTruncated` says whether the limit cut off
 * further rows.
 * @param listed the webinar's entry in the webinar list; absent if the user chose one webinar, because the list is not
 * read then
 */
async function readWebinarRegistrants(
	context: OperationContext,
	{ schedule, limit = Infinity, filters, simplify: isSimple }: Input,
	id: number,
	listed?: WebinarListItem,
): Promise<{ rows: Registrant[]; isTruncated: boolean }> {
	const { service, report } = context;
	const period = filters.sessionDate;
	const zone = isSimple || period ? await readRowZone(context, id, listed) : undefined;
	const isInPeriod = period === '' ? undefined : sessionPeriod(period, Settings.now(), zone ?? EST);
	const rowsInPeriod = new Set<Registrant>();
	let undatedCount = 0;
	// Each page is converted when it arrives, so that a list of 100,000 rows does not block the event loop.
	const toOutput = (row: Registrant) => {
		const output = toRegistrantOutput(listed ? { ...row, webinar_id: id } : row, isSimple, zone);
		if (!isInPeriod) {
			rowsInPeriod.add(output);
			return output;
		}
		const date = normalizedDate(row.event) ?? normalizedDate(row.schedule);
		if (date === undefined) undatedCount++;
		else if (isInPeriod(date)) rowsInPeriod.add(output);
		return output;
	};
	const readPage = pageReader(service, registrantsQuery(id, schedule, filters.parameters));
	// The service cannot filter by the session's date, so all rows are read, and the limit is applied below.
	const maxRows = isInPeriod ? Infinity : limit;
	const { rows, pages, areRowsMissing } = await readRegistrants(async (number) => {
		const page = await readPage(number);
		return { ...page, rows: page.rows.map(toOutput) };
	}, maxRows);
	const total = pages[0]?.total ?? 0;
	if (areRowsMissing) {
		report.addHint(
			`The service reports ${Math.min(total, maxRows)} registrants, but it listed ${rows.size}. Registrants may be missing from the output, so run the node again. The numbers also differ if registrants were removed in the meantime.`,
			id,
		);
	}
	if (undatedCount > 0) report.addHint(UNDATED_LEFT_OUT, id);
	const output = [...rows.values()].filter((row) => rowsInPeriod.has(row));
	return { rows: output, isTruncated: output.length > limit || (!isInPeriod && total > limit) };
}

const UNDATED_LEFT_OUT =
	'The Session Date filter omits registrants without a session date, such as those in just-in-time sessions.';

/** Adds a hint that says why the result may be empty. @param webinarId the chosen webinar; undefined for all webinars */
async function explainEmptyResult(
	{ webinars, report, itemIndex }: OperationContext,
	{ schedule, filters }: Input,
	webinarId?: number,
): Promise<void> {
	if (webinarId !== undefined && schedule !== undefined) {
		// Without the webinar's details, the other reasons remain.
		const webinar = await webinars.read({ id: String(webinarId) }).catch((error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
		});
		if (webinar && !webinar.sessions.some((session) => session.scheduleId === schedule)) {
			const { message, description } = unknownSchedule(schedule);
			report.addHint(sentences([message, description]), webinarId);
			return;
		}
	}
	if ('date_range' in filters.parameters) {
		report.addHint(
			"No registrant matches. Sign-Up Date probably filters by the day of registration, although the service's help says by the day of the session. To filter by the day of the session, use Session Date.",
			{ itemIndex },
		);
	} else if (filters.sessionDate !== '' || Object.keys(filters.parameters).length > 0) {
		report.addHint('No registrant matches the filters. Remove a filter to see more registrants.', {
			itemIndex,
		});
	}
}
