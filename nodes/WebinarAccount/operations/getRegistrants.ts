import type { Zone } from 'luxon';

import { collection, sentValues, shownWith } from '../fields/field';
import { FILTERS, paging, registrantFilters, simplify, titleContains } from '../fields/listFields';
import { onlySchedule, scopeField, webinarId, withScope } from '../fields/webinarFields';
import { readRegistrants, registrantsOf } from '../registrants/registrantList';
import { shownRegistrant } from '../registrants/simplify';
import { ServiceError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { limitHint } from './limitHint';
import type { Operation, OperationContext } from './operation';
import { readEachWebinar } from './readEachWebinar';

/** Not more than can be needed, because each may have many registrants. */
const WEBINARS_AT_ONCE = 10;

const fields = {
	webinarScope: scopeField(
		'Webinars',
		'Takes one to three calls for each webinar of the account, and one for each 25 registrants',
		{ default: 'one', description: 'Whose registrants to return' },
	),
	webinarId: withScope('one', webinarId),
	schedule: withScope('one', onlySchedule),
	...paging,
	filters: collection(
		FILTERS,
		{ ...registrantFilters, titleContains: shownWith('/webinarScope', ['all'], titleContains) },
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
		const { product, webinars, service, report } = context;
		const input = context.input(fields);
		const { webinarId: one, schedule, limit, filters, simplify: isSimple } = input;
		let count = 0;
		let isCut = false;
		const read = async (id: number, listed?: WebinarListItem) => {
			const zone = isSimple ? await zoneOf(context, id, listed) : undefined;
			const query = registrantsOf(product, id, schedule, sentValues(registrantFilters, filters));
			const ofWebinar = input.webinarScope === 'all' && { webinar_id: id };
			const { rows, isCut: isMore } = await readRegistrants(service, query, {
				limit,
				each: (row) => shownRegistrant({ ...row, ...ofWebinar }, isSimple, zone),
				missing: (found, total) =>
					report.addHint(
						`The service states ${total} registrants, but listed ${found}: some were removed meanwhile, or are missing. Run the node again to be sure.`,
						id,
					),
			});
			count += rows.length;
			isCut ||= isMore || count > limit;
			return rows;
		};
		const rows = one
			? await read(Number(await webinars.forDisplay().id(product, one)))
			: await readEachWebinar(context, filters.titleContains, WEBINARS_AT_ONCE, async (webinar) =>
					isCut ? [] : read(webinar.webinar_id, webinar),
				);
		if (isCut) report.addHint(limitHint(limit));
		return rows.slice(0, limit);
	},
};

/** The zone of the dates. Only `starts_at` needs it. */
async function zoneOf(
	{ product, webinars, report }: OperationContext,
	id: number,
	listed?: WebinarListItem,
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
