import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readFields } from '../fields/field';
import { timezone, TIMEZONE } from '../fields/session';
import { operations } from '../operations';
import type { Operation } from '../operations/operation';
import { EST } from '../webinars/timezone';
import { lacksPermanentId } from '../webinars/webinar';
import { currentWebinar, type ListContext, loadList, noValueYet } from './loadList';
import { isBookedAsSeries, nextItem, sessionItem } from './sessionItem';

/** Equals an empty field. */
const ALL: INodeListSearchItems = { name: 'All Sessions', value: '' };
const NEXT: INodeListSearchItems = { name: 'Next Upcoming Session', value: 'next' };
const WHOLE_SERIES: INodeListSearchItems = { ...NEXT, name: `${NEXT.name} · whole series` };
const DESCRIBED = [
	{ kind: 'justInTime', item: { name: 'Just-in-Time Session', value: 'justInTime' } },
	{ kind: 'instantReplay', item: { name: 'Instant Replay', value: 'instantReplay' } },
];

/** An entry that says something of the others. It is no session, so a run rejects it. */
const notice = (name: string, value = 'none'): INodeListSearchItems => ({ name, value });

/** The editor passes an expression's value for the first item. Chosen by mistake, it means Next Upcoming Session. */
const FIRST_CONTACT = notice("Dates below: the first contact's. Next fits everybody.", '');

/** The trigger has no operations; it watches all sessions or one. */
const OF_TRIGGER: Pick<Operation, 'fields' | 'sessionList'> = { fields: {}, sessionList: { all: true } };

/** The list of the Session field: first the rules that are applied at run time, then the sessions on offer now. */
export async function searchSchedules(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await loadList(this, listSchedules, filter);
}

async function listSchedules(list: ListContext): Promise<INodeListSearchItems[]> {
	const { product, webinars, parameter } = list;
	const { fields, sessionList = {} } =
		operations.find(({ value }) => value === parameter('operation')) ?? OF_TRIGGER;
	const rules = [...(sessionList.all ? [ALL] : []), ...(sessionList.next ? [NEXT] : [])];
	const reference = currentWebinar(list, 'sessions');
	if (typeof reference === 'string') return [...rules, notice(reference)];
	const asksForZone = product.takesTimezone && 'timezone' in fields;
	const filledIn = asksForZone ? readFields({ timezone }, parameter).timezone : undefined;
	const zone = filledIn ?? (asksForZone && sessionList.needsNoZone?.(parameter) ? EST : undefined);
	const webinar = await webinars.webinar(product, reference, zone);
	const { sessions, followsAttendee } = webinar;
	if (asksForZone && !zone && followsAttendee) {
		const isEmpty = parameter('timezone') === '';
		return [...rules, notice(isEmpty ? `Fill in ${TIMEZONE} to see the sessions.` : noValueYet(TIMEZONE))];
	}
	if (sessions.length === 0) return [...rules, notice('The webinar has no session.')];
	const described = DESCRIBED.filter(({ kind }) => sessions.some((session) => session.kind === kind));
	const listing = {
		webinar,
		books: sessionList.books === true,
		byDate: sessionList.dates === true && product.takesDate,
	};
	const numbered = sessions.filter((session) => !lacksPermanentId(session));
	const isOneSeries = numbered.length > 0 && numbered.every((session) => isBookedAsSeries(session, listing));
	// Schedules whose next date depends on the day or on the attendee.
	const moving = numbered.filter(({ kind, isSeries }) => kind !== 'anyTime' && (followsAttendee || isSeries));
	return withoutRepeats([
		...(listing.byDate && followsAttendee ? [FIRST_CONTACT] : []),
		...rules.map((rule) => (rule === NEXT && isOneSeries ? WHOLE_SERIES : rule)),
		...(sessionList.described ? described.map(({ item }) => item) : []),
		...(listing.byDate ? moving.map((session) => nextItem(session, listing)) : []),
		...numbered.map((session) => sessionItem(session, listing)),
	]);
}

/** The first of those with the same value. */
function withoutRepeats(items: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const values = new Set();
	return items.filter(({ value }) => !values.has(value) && values.add(value));
}
