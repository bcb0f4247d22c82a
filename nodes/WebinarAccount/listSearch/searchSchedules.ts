import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { z } from 'zod/v4';

import { operations } from '../operations';
import { timezone } from '../operations/fields';
import { attendeeZone, readInput } from '../operations/input';
import type { Operation } from '../operations/operation';
import { InputError } from '../service/errors';
import { type Booking, readLocalSessions } from '../service/sessions/find';
import { isUnnumbered, offers } from '../service/sessions/kinds';
import { EST } from '../service/sessions/timezone';
import { followsAttendee } from '../service/webinars';
import { currentWebinar, type ListContext, loadList } from './loadList';
import { type Listing, sessionItem } from './sessionItem';

/** Equals an empty field. */
const ALL: INodeListSearchItems = { name: 'All Sessions', value: '' };
const NEXT: INodeListSearchItems = { name: 'Next Upcoming Session', value: 'next' };

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
	const reference = currentWebinar(list);
	if (!reference) {
		const description = 'The webinar comes from an expression: its other sessions are not known yet.';
		return rules.map((rule) => ({ ...rule, description }));
	}
	const asksForZone = product.takesTimezone && fields.includes(timezone);
	const zone = asksForZone ? zoneIn(list, sessionList.needsNoZone) : undefined;
	const reading = await webinars.webinar(product, reference, zone);
	if (asksForZone && !zone && followsAttendee(product, reading.webinar)) {
		throw new InputError(
			'Fill in Timezone to see the sessions',
			"The webinar shows its sessions in each attendee's own time zone.",
		);
	}
	if (reading.sessions.length === 0 && !sessionList.all) {
		throw new InputError('The webinar has no session', 'Add a schedule to it, or choose another webinar.');
	}
	const described = [
		...(offers(reading.webinar, 'justInTime') ? [{ name: 'Just-in-Time Session', value: 'justInTime' }] : []),
		...(offers(reading.webinar, 'instantReplay') ? [{ name: 'Instant Replay', value: 'instantReplay' }] : []),
	];
	const listing = {
		books: sessionList.books === true,
		byDate: sessionList.dates === true && product.takesDate,
	};
	const bookings = await readLocalSessions(webinars, { product, reference, zone }, reading);
	return [...rules, ...(sessionList.described ? described : []), ...numberedSessions(bookings, listing)];
}

/** The zone in which the sessions are listed. */
function zoneIn(
	{ parameter }: ListContext,
	needsNoZone: NonNullable<Operation['sessionList']>['needsNoZone'],
) {
	const filledIn = readInput(z.object({ timezone: attendeeZone }), parameter).timezone;
	return filledIn ?? (needsNoZone?.((schema) => readInput(schema, parameter)) ? EST : undefined);
}

function numberedSessions(bookings: readonly Booking[], listing: Listing): INodeListSearchItems[] {
	const items = bookings
		.filter(({ session }) => !isUnnumbered(session))
		.map((booking) => sessionItem(booking, listing));
	// The first of each value.
	return [...new Map(items.reverse().map((item) => [item.value, item])).values()].reverse();
}
