import type { Zone } from 'luxon';

import { collection, sentValues, type Values } from '../fields/field';
import { FILTERS, paging, registrantFilters, simplify, titleContains } from '../fields/filters';
import { anySession, scopeField, webinarId, withScope } from '../fields/webinar';
import { readRegistrants } from '../registrants/pages';
import { shownRegistrant } from '../registrants/simplify';
import { InputError } from '../service/errors';
import { findSession, type SessionChoice } from '../webinars/choose';
import { EST } from '../webinars/dates';
import type { WebinarReference } from '../webinars/read';
import { statedZone } from '../webinars/webinar';
import { cutBy, readOfAll } from './getAll';
import type { Operation, OperationContext } from './operation';

/** Not more than can be needed, because each may have many registrants. */
const WEBINARS_AT_ONCE = 10;

const fields = {
	webinarScope: scopeField(
		'Webinars',
		'Takes a call for each webinar of the account, and one for each 25 registrants',
		{ default: 'one', description: 'Whose registrants to return' },
	),
	webinarId: withScope('one', webinarId),
	schedule: withScope('one', anySession),
	...paging,
	filters: collection(
		FILTERS,
		{
			...registrantFilters,
			titleContains: {
				...titleContains,
				shown: { ...titleContains.shown, displayOptions: { show: { '/webinarScope': ['all'] } } },
			},
		},
		{ placeholder: 'Add filter' },
	),
	simplify,
};

type Input = Values<typeof fields>;

export const getRegistrants: Operation = {
	value: 'getRegistrants',
	name: 'Get Registrants',
	description: 'List the people registered for a webinar or for all webinars, with attendance and purchases',
	action: ({ aNoun }) => `Get the registrants of ${aNoun}`,
	fields,
	sessionList: { all: true, next: true, described: true },

	async execute(context) {
		const { product, report } = context;
		const input = context.input(fields);
		const { webinarId: one, limit, filters } = input;
		let count = 0;
		let isCut = false;
		const read = async (query: RowsQuery) => {
			const found = await readRows(context, input, query);
			count += found.rows.length;
			isCut ||= found.isCut || count > limit;
			return found.rows;
		};
		const rows = one
			? await read(await queryOf(context, input, one))
			: await readOfAll(context, filters.titleContains, WEBINARS_AT_ONCE, async (webinar) =>
					isCut ? [] : read({ id: String(webinar.webinar_id), zone: statedZone(product, webinar) }),
				);
		if (isCut) report.notice(cutBy(limit));
		return rows.slice(0, limit);
	},
};

interface RowsQuery {
	id: string;
	schedule?: number | undefined;
	/** Of the dates, if it is known. */
	zone: Zone | undefined;
}

async function queryOf(context: OperationContext, input: Input, one: WebinarReference): Promise<RowsQuery> {
	const { product, webinars } = context;
	const id = await webinars.id(product, one);
	const schedule = input.schedule && (await scheduleId(context, one, input.schedule));
	if (!input.simplify) return { id, schedule, zone: undefined };
	const listed = (await webinars.list(product)).find(({ webinar_id }) => webinar_id === Number(id));
	return { id, schedule, zone: listed && statedZone(product, listed) };
}

async function readRows(
	{ product, service, report }: OperationContext,
	{ filters, limit, simplify: isSimple, webinarScope }: Input,
	{ id, schedule, zone }: RowsQuery,
): ReturnType<typeof readRegistrants> {
	const parameters = {
		...sentValues(registrantFilters, filters),
		webinar_id: id,
		...(schedule !== undefined && { schedule_id: String(schedule) }),
	};
	const ofWebinar = webinarScope === 'all' && { webinar_id: Number(id) };
	return await readRegistrants(
		service,
		{ product, parameters },
		{
			limit,
			each: (row) => shownRegistrant({ ...row, ...ofWebinar }, isSimple, zone),
			missing: (read, total) =>
				report.notice(
					`The service states ${total} registrants, but listed ${read}: some were removed meanwhile, or are missing. Run the node again to be sure.`,
					Number(id),
				),
		},
	);
}

/** The service filters by schedule ID; only a session chosen by a rule requires the webinar to be read. */
async function scheduleId(
	{ product, webinars }: OperationContext,
	reference: WebinarReference,
	choice: SessionChoice,
): Promise<number> {
	if (choice.kind === 'schedule') return choice.schedule;
	if (choice.kind !== 'date') {
		// Any zone works: it changes the dates, but not which session is next.
		return (await findSession(webinars, { product, reference, choice, zone: EST })).session.schedule;
	}
	throw new InputError(
		'Registrants can be listed by schedule, not by date',
		`Remove the date: ${choice.schedule} instead of ${choice.schedule}|${choice.date}.`,
	);
}
