import type { Zone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { sentValues, type Values } from '../fields/field';
import { FILTERS, hasInTitle, registrantFilters, simplify, titleContains } from '../fields/filters';
import { collection } from '../fields/kinds';
import { paging } from '../fields/paging';
import { anySession } from '../fields/session';
import { scopeField, webinarId, withScope } from '../fields/webinar';
import { readRegistrants } from '../registrants/pages';
import { inReadingOrder, simplified } from '../registrants/simplify';
import { InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { findSession, type SessionChoice } from '../webinars/choose';
import { statedZone } from '../webinars/webinar';
import type { WebinarReference } from '../webinars/read';
import { EST } from '../webinars/dates';
import { cutBy } from './getAll';
import type { Operation, OperationContext } from './operation';

/** Webinars read at once; the queue limits the rate. */
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
		const input = context.input(fields);
		const { webinarId: one, limit } = input;
		const { rows, isCut } = one ? await readOne(context, input, one) : await readAll(context, input);
		if (isCut) context.report.notice(cutBy(limit));
		return rows;
	},
};

interface Rows {
	rows: IDataObject[];
	/** Whether Limit left some out. */
	isCut: boolean;
}

async function readOne(context: OperationContext, input: Input, one: WebinarReference): Promise<Rows> {
	const { product, webinars } = context;
	const id = await webinars.id(product, one);
	const schedule = input.schedule && (await scheduleId(context, one, input.schedule));
	const zone = input.simplify ? await zoneOf(context, Number(id)) : undefined;
	return await readRows(context, input, { id, schedule, zone, limit: input.limit });
}

/** Reads webinar after webinar, until there are more rows than wanted. One that fails does not take the others with it. */
async function readAll(context: OperationContext, input: Input): Promise<Rows> {
	const { product, webinars, report } = context;
	const wanted = input.filters.titleContains;
	const listed = (await webinars.list(product)).filter((webinar) => hasInTitle(wanted, webinar));
	const rows: IDataObject[] = [];
	let isCut = false;
	for (let next = 0; next < listed.length && !isCut; next += WEBINARS_AT_ONCE) {
		const some = listed.slice(next, next + WEBINARS_AT_ONCE);
		const limit = Math.max(1, input.limit - rows.length);
		const read = await mapConcurrent(some, WEBINARS_AT_ONCE, async (webinar): Promise<Rows> => {
			const { webinar_id } = webinar;
			const query = { id: String(webinar_id), zone: statedZone(product, webinar), limit };
			return await readRows(context, input, query).catch((error: unknown) => {
				report.partFailed(`Webinar ${webinar_id}`, error);
				return { rows: [], isCut: false };
			});
		});
		rows.push(...read.flatMap((each) => each.rows));
		isCut = rows.length > input.limit || read.some((each) => each.isCut);
	}
	return { rows: rows.slice(0, input.limit), isCut };
}

interface RowsQuery {
	id: string;
	schedule?: number | undefined;
	/** Of the dates, if it is known. */
	zone: Zone | undefined;
	limit: number;
}

async function readRows(
	{ product, service, report }: OperationContext,
	{ filters, simplify: isSimple, webinarScope }: Input,
	{ id, schedule, zone, limit }: RowsQuery,
): Promise<Rows> {
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
			each: (row) => {
				const whole = { ...row, ...ofWebinar };
				return isSimple ? simplified(whole, zone) : inReadingOrder(whole);
			},
			missing: (read, total) =>
				report.notice(
					`The service states ${total} registrants, but listed ${read}: some were removed meanwhile, or are missing. Run the node again to be sure.`,
					Number(id),
				),
		},
	);
}

/** The zone of the webinar's dates, if the list of webinars states it. */
async function zoneOf({ product, webinars }: OperationContext, id: number): Promise<Zone | undefined> {
	const webinar = (await webinars.list(product)).find(({ webinar_id }: WebinarListItem) => webinar_id === id);
	return webinar && statedZone(product, webinar);
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
