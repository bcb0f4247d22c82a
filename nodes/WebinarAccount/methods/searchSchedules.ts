import { DateTime, type Zone } from 'luxon';
import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	type INodeProperties,
	isResourceLocatorValue,
} from 'n8n-workflow';

import { schedule, timezone, webinarId } from '../actions/fields';
import type { SessionList } from '../actions/operation';
import { operations } from '../actions/operations';
import { type DatedWebinar, followsAttendee, readDatedWebinar } from '../service/booking';
import { InputError } from '../service/errors';
import type { Session } from '../service/schemas';
import { isOpenAnyTime, isSeries, isUnnumbered, offers, startOf } from '../service/sessions';
import { readTimezone } from '../service/timezone';
import { readWebinarReference, type WebinarReference } from '../service/webinars';
import { currentProduct, loadList } from './loadList';

const NEXT: INodeListSearchItems = { name: 'Next Upcoming Session', value: 'next' };

const NOT_KNOWN_YET = 'The webinar comes from an expression: its other sessions are not known yet.';

/** The list of the Session field: what the chosen webinar offers now, "Next Upcoming Session" first. */
export async function searchSchedules(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await loadList(this, async (webinars) => {
		const product = currentProduct(this);
		const { fields, sessionList } = currentOperation(this);
		const rules = sessionList.next ? [NEXT] : [];
		const reference = currentWebinar(this);
		if (reference === 'expression') return rules.map((rule) => ({ ...rule, description: NOT_KNOWN_YET }));
		const asksForZone = product.takesTimezone && fields.includes(timezone);
		const zone = asksForZone ? readTimezone(currentText(this, timezone.name)) : undefined;
		const dated = await readDatedWebinar(webinars, product, reference, zone, DateTime.now());
		if (asksForZone && !zone && followsAttendee(product, dated.webinar)) {
			throw new InputError(
				'Fill in Timezone to see the sessions',
				'The webinar shows its sessions in the time zone of each attendee.',
			);
		}
		if (!dated.webinar.schedules?.length) {
			throw new InputError('The webinar has no session', 'Add a schedule to it, or choose another webinar.');
		}
		const wanted = filter.trim().toLowerCase();
		return [
			...rules,
			...(sessionList.described ? describedSessions(dated) : []),
			...numberedSessions(dated, {
				books: sessionList.dates,
				byDate: sessionList.dates && product.takesDate,
			}),
		].filter(({ name }) => name.toLowerCase().includes(wanted));
	});
}

/** Nothing of it for a node without operations. */
function currentOperation(context: ILoadOptionsFunctions): {
	fields: INodeProperties[];
	sessionList: Required<SessionList>;
} {
	const value = context.getCurrentNodeParameter('operation');
	const operation = operations.find((candidate) => candidate.value === value);
	return {
		fields: operation?.fields ?? [],
		sessionList: { next: false, described: false, dates: false, ...operation?.sessionList },
	};
}

/** Sessions found anew at run time by their description; a link cannot name them. */
function describedSessions({ webinar }: DatedWebinar): INodeListSearchItems[] {
	const sessions = webinar.schedules ?? [];
	return [
		...(offers(sessions, 'justInTime') ? [{ name: 'Just-in-Time Session', value: 'justInTime' }] : []),
		...(offers(sessions, 'instantReplay') ? [{ name: 'Instant Replay', value: 'instantReplay' }] : []),
	];
}

interface Listing {
	/** Whether a session is booked; else it narrows a list of registrants, by its ID alone. */
	books: boolean;
	/** Whether each date is a choice of its own; else all sessions of one ID are one choice. */
	byDate: boolean;
}

function numberedSessions(dated: DatedWebinar, listing: Listing): INodeListSearchItems[] {
	return (dated.webinar.schedules ?? [])
		.filter((session) => !isUnnumbered(session))
		.map((session) => listItem(session, dated, listing))
		.filter(({ value }, place, items) => items.findIndex((other) => other.value === value) === place);
}

function listItem(session: Session, { webinar, zone }: DatedWebinar, listing: Listing): INodeListSearchItems {
	const { schedule: id, date, comment } = session;
	const isWholeSeries = !listing.byDate && isSeries(session, webinar.schedules ?? []);
	// The date would be that of this minute, and stale in the next; or that of one session of several.
	if (isOpenAnyTime(session) || (isWholeSeries && !listing.books)) {
		return { name: `${comment || 'Any time'} · ID ${id}`, value: String(id) };
	}
	const parts = [
		weekdayAndDate(session, zone),
		`ID ${id}`,
		isWholeSeries && 'series: registers for all following sessions',
		zone.name.replace(/^UTC/, 'GMT'),
		recurrence(session),
	];
	return { name: parts.filter(Boolean).join(' · '), value: listing.byDate ? `${id}|${date}` : String(id) };
}

function weekdayAndDate(session: Session, zone: Zone): string {
	const start = startOf(session, zone);
	return start.isValid ? `${start.setLocale('en').toFormat('ccc')} ${session.date}` : session.date;
}

/**
 * What the description adds to the date: "Every day". Its time is left out, because it is not converted to the
 * attendee's zone; a description that repeats the date adds nothing.
 */
function recurrence({ comment, date }: Session): string {
	const text = (comment ?? '').replace(/,?\s*\d{1,2}:\d{2}(?:\s*[AP]M)?/gi, '').trim();
	return text.includes(date.slice(0, 4)) ? '' : text;
}

function currentWebinar(context: ILoadOptionsFunctions): WebinarReference | 'expression' {
	const locator: unknown = context.getCurrentNodeParameter(webinarId.name);
	const { mode, value } = isResourceLocatorValue(locator) ? locator : { mode: 'id', value: locator };
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	// The editor sends an expression that has no value yet as an empty text.
	if (text.startsWith('=') || (text === '' && mode !== 'list')) return 'expression';
	if (text === '') {
		throw new InputError(
			'Choose a webinar first',
			`The list of ${schedule.displayName} shows what it offers.`,
		);
	}
	return readWebinarReference(mode, text);
}

/** A parameter as it stands in the editor; an expression has no value yet. */
function currentText(context: ILoadOptionsFunctions, name: string): string {
	const value: unknown = context.getCurrentNodeParameter(name);
	return typeof value === 'string' && !value.startsWith('=') ? value : '';
}
