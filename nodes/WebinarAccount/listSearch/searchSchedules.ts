import { DateTime } from 'luxon';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { timezone } from '../operations/fields';
import type { Operation, SessionList } from '../operations/operation';
import { operations } from '../operations';
import {
	type BookableSession,
	followsAttendee,
	readDatedWebinar,
	readLocalSessions,
} from '../service/sessions/booking';
import { InputError } from '../service/errors';
import type { Session } from '../service/schemas';
import { isUnnumbered, offers } from '../service/sessions/sessions';
import { currentParameters, currentProduct, currentWebinar } from './currentParameters';
import { loadList, matches } from './loadList';
import { type Listing, sessionItem } from './sessionItem';

/** The same as an empty field. */
const ALL: INodeListSearchItems = { name: 'All Sessions', value: '' };
const NEXT: INodeListSearchItems = { name: 'Next Upcoming Session', value: 'next' };

const NOT_KNOWN_YET = 'The webinar comes from an expression: its other sessions are not known yet.';

/** The list of the Session field: what stands for a choice at run time, then what the chosen webinar offers now. */
export async function searchSchedules(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await loadList(this, async (webinars) => {
		const product = currentProduct(this);
		const { fields, sessionList, zone: zoneOf } = currentOperation(this);
		const rules = [...(sessionList.all ? [ALL] : []), ...(sessionList.next ? [NEXT] : [])];
		const reference = currentWebinar(this);
		if (reference === 'expression') return rules.map((rule) => ({ ...rule, description: NOT_KNOWN_YET }));
		const asksForZone = product.takesTimezone && fields.includes(timezone);
		const zone = asksForZone ? zoneOf(product, currentParameters(this)) : undefined;
		const dated = await readDatedWebinar(webinars, product, reference, zone, DateTime.now());
		const { webinar } = dated;
		if (asksForZone && !zone && followsAttendee(product, webinar)) {
			throw new InputError(
				'Fill in Timezone to see the sessions',
				'The webinar shows its sessions in the time zone of each attendee.',
			);
		}
		const schedules = webinar.schedules ?? [];
		if (schedules.length === 0 && !sessionList.all) {
			throw new InputError('The webinar has no session', 'Add a schedule to it, or choose another webinar.');
		}
		return [
			...rules,
			...(sessionList.described ? describedSessions(schedules) : []),
			...numberedSessions(await readLocalSessions(webinars, { product, reference, zone }, dated), {
				books: sessionList.books,
				byDate: sessionList.dates && product.takesDate,
			}),
		].filter(({ name }) => matches(name, filter));
	});
}

/** The trigger has no operations, and watches all sessions or one. */
function currentOperation(
	context: ILoadOptionsFunctions,
): Required<Pick<Operation, 'fields' | 'zone'>> & { sessionList: Required<SessionList> } {
	const value = context.getCurrentNodeParameter('operation');
	const operation = operations.find((candidate) => candidate.value === value);
	const { fields = [], sessionList = { all: true }, zone } = operation ?? {};
	const nothing = { all: false, next: false, described: false, books: false, dates: false };
	return {
		fields,
		sessionList: { ...nothing, ...sessionList },
		zone: zone ?? ((product, parameters) => parameters.attendeeZone(product)),
	};
}

/** Sessions found anew at run time by their description; a link cannot name them. */
function describedSessions(sessions: readonly Session[]): INodeListSearchItems[] {
	return [
		...(offers(sessions, 'justInTime') ? [{ name: 'Just-in-Time Session', value: 'justInTime' }] : []),
		...(offers(sessions, 'instantReplay') ? [{ name: 'Instant Replay', value: 'instantReplay' }] : []),
	];
}

function numberedSessions(sessions: readonly BookableSession[], listing: Listing): INodeListSearchItems[] {
	return sessions
		.filter(({ session }) => !isUnnumbered(session))
		.map((session) => sessionItem(session, listing))
		.filter(({ value }, place, items) => items.findIndex((other) => other.value === value) === place);
}
