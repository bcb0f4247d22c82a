import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod/v4';

import { operations } from '../operations';
import { timezone } from '../operations/fields';
import { attendeeZone, readInput } from '../operations/input';
import type { Operation } from '../operations/operation';
import { readLocalSessions } from '../service/sessions/find';
import { isOpenAnyTime, isSeries, isUnnumbered, offers } from '../service/sessions/kinds';
import { EST } from '../service/sessions/timezone';
import { followsAttendee } from '../service/webinars';
import { currentWebinar, type ListContext, loadList, noValueYet } from './loadList';
import { nextItem, registersForAll, sessionItem } from './sessionItem';

/** Equals an empty field. */
const ALL: INodeListSearchItems = { name: 'All Sessions', value: '' };
const NEXT: INodeListSearchItems = { name: 'Next Upcoming Session', value: 'next' };
const WHOLE_SERIES: INodeListSearchItems = { ...NEXT, name: `${NEXT.name} · whole series` };

/** An entry that says why there are no others. It is no session, so a run rejects it. */
const notice = (name: string): INodeListSearchItems => ({ name, value: 'none' });

/** The trigger has no operations; it watches all sessions or one. */
const OF_TRIGGER: Pick<Operation, 'fields' | 'sessionList'> = { fields: [], sessionList: { all: true } };

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
	const asksForZone = product.takesTimezone && fields.includes(timezone);
	const zone = asksForZone ? zoneIn(list, sessionList.needsNoZone) : undefined;
	const reading = await webinars.webinar(product, reference, zone);
	if (asksForZone && !zone && followsAttendee(product, reading.webinar)) {
		const isEmpty = parameter(timezone.name) === '';
		return [...rules, notice(isEmpty ? 'Fill in Timezone to see the sessions.' : noValueYet(timezone))];
	}
	if (reading.sessions.length === 0) return [...rules, notice('The webinar has no session.')];
	const described = [
		...(offers(reading.webinar, 'justInTime') ? [{ name: 'Just-in-Time Session', value: 'justInTime' }] : []),
		...(offers(reading.webinar, 'instantReplay') ? [{ name: 'Instant Replay', value: 'instantReplay' }] : []),
	];
	const listing = {
		books: sessionList.books === true,
		byDate: sessionList.dates === true && product.takesDate,
	};
	const bookings = await readLocalSessions(webinars, { product, reference, zone }, reading);
	const numbered = bookings.filter(({ session }) => !isUnnumbered(session));
	const isOneSeries = numbered.length > 0 && numbered.every((booking) => registersForAll(booking, listing));
	// Schedules whose next date depends on the day or on the attendee.
	const moving = numbered.filter(
		({ session }) =>
			!isOpenAnyTime(session, reading.webinar.type) &&
			(followsAttendee(product, reading.webinar) || isSeries(session, reading.webinar)),
	);
	return withoutRepeats([
		...rules.map((rule) => (rule === NEXT && isOneSeries ? WHOLE_SERIES : rule)),
		...(sessionList.described ? described : []),
		...(listing.byDate ? moving.map(nextItem) : []),
		...numbered.map((booking) => sessionItem(booking, listing)),
	]);
}

/** The zone in which the sessions are listed. */
function zoneIn(
	{ parameter }: ListContext,
	needsNoZone: NonNullable<Operation['sessionList']>['needsNoZone'],
) {
	const filledIn = readInput(z.object({ timezone: attendeeZone }), parameter).timezone;
	return filledIn ?? (needsNoZone?.((schema) => readInput(schema, parameter)) ? EST : undefined);
}

/** The first of those with the same value. */
function withoutRepeats(items: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const values = new Set();
	return items.filter(({ value }) => !values.has(value) && values.add(value));
}
