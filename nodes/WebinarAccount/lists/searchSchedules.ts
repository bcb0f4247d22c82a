import { DateTime, Settings, Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { type Fields, type Offer, readFields } from '../fields/field';
import { NEXT, onlySchedule, TIMEZONE } from '../fields/webinarFields';
import { operations } from '../operations';
import { pageReader, readNewestPages, registrantsOf } from '../registrants/registrantList';
import { sessionStart } from '../registrants/simplify';
import { ServiceError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { scalarText, shortened } from '../utils/values';
import { EST, gmtForm } from '../webinars/dates';
import { lacksPermanentId, type Session, type Webinar } from '../webinars/webinar';
import { currentWebinar, editorList, type ListContext, noValueYet } from './editorList';

type Item = INodeListSearchItems;

const RULES: ReadonlyArray<[offer: Offer, item: Item]> = [
	// Equals an empty field.
	['all', { name: 'All Sessions', value: '' }],
	['next', { name: NEXT, value: 'next' }],
	['justInTime', { name: 'Just-in-Time Session', value: 'justInTime' }],
	['instantReplay', { name: 'Instant Replay', value: 'instantReplay' }],
];

/** An entry that says something of the others. The usual value is no session, so that a run rejects it. */
const remark = (name: string, value = 'none'): Item => ({ name, value });

/** The editor passes an expression's value for the first item. Chosen by mistake, it means Next Upcoming Session. */
const FIRST_CONTACT = remark("Dates below: the first contact's. Next fits everybody.", '');

export const searchSchedules = editorList(async (list) => {
	const { product, webinars, parameter } = list;
	// The trigger has no operations.
	const fields: Fields = operations.find(({ value }) => value === parameter('operation'))?.fields ?? {};
	const { offers = onlySchedule.offers } = fields.schedule ?? {};
	const always = rulesOf(offers);
	const reference = currentWebinar(list, 'sessions');
	if (typeof reference === 'string') return [...always, remark(reference)];
	const zoneField = product.takesTimezone ? fields.timezone : undefined;
	const given = zoneField && readFields({ timezone: zoneField }, parameter).timezone;
	const zone = given instanceof Zone ? given : undefined;
	const webinar = await webinars.webinar(product, reference, zone);
	if (zoneField && !zone && webinar.followsAttendee) {
		const isEmpty = parameter('timezone') === '';
		return [...always, remark(isEmpty ? `Fill in ${TIMEZONE} to see the sessions.` : noValueYet(TIMEZONE))];
	}
	const listed = choicesOf(webinar, offers);
	const over = offers.includes('all') ? await endedChoices(list, webinar) : [];
	if (webinar.sessions.length > 0 || over.length > 0) return [...listed, ...over];
	return [...always, remark('The webinar has no session.')];
});

function rulesOf(offers: readonly Offer[], sessions: readonly Session[] = []): Item[] {
	const offered = new Set<string>(['all', 'next', ...sessions.map(({ kind }) => kind)]);
	return RULES.filter(([offer]) => offered.has(offer) && offers.includes(offer)).map(([, item]) => item);
}

/** What a choice stands for: people of a schedule, one date, a schedule's next date, or a schedule as a whole. */
type Purpose = 'filter' | 'date' | 'next' | 'schedule';

export function choicesOf(webinar: Webinar, offers: readonly Offer[]): Item[] {
	const { product, sessions, followsAttendee } = webinar;
	const isByDate = offers.includes('dates') && product.registersOneDate;
	const purpose = offers.includes('all') ? 'filter' : isByDate ? 'date' : 'schedule';
	const numbered = sessions.filter((session) => !lacksPermanentId(session));
	const isOneSeries =
		purpose === 'schedule' && numbered.length > 0 && numbered.every(({ isSeries }) => isSeries);
	// Schedules whose next date depends on the day or on the attendee. Of a single one, it is the webinar's next.
	const moving = numbered.filter(({ kind, isSeries }) => kind !== 'anyTime' && (followsAttendee || isSeries));
	const hasSeveral = new Set(numbered.map(({ schedule }) => schedule)).size > 1;
	return withoutRepeats([
		...(isByDate && followsAttendee ? [FIRST_CONTACT] : []),
		...rulesOf(offers, sessions).map((rule) =>
			isOneSeries && rule.value === 'next' ? { ...rule, name: `${NEXT} · whole series` } : rule,
		),
		...(isByDate && hasSeveral ? moving.map((session) => choiceOf(session, webinar, 'next')) : []),
		...numbered.map((session) => choiceOf(session, webinar, purpose)),
	]);
}

function withoutRepeats(items: readonly Item[]): Item[] {
	const values = new Set();
	return items.filter(({ value }) => !values.has(value) && values.add(value));
}

/** The schedules of the newest registrants that the webinar does not offer any more, the newest first. */
async function endedChoices({ product, service }: ListContext, webinar: Webinar): Promise<Item[]> {
	const readPage = pageReader(service, registrantsOf(product, webinar.id));
	return await readNewestPages(readPage).then(
		(rows) => endedOf(webinar, rows),
		(error: unknown) => {
			if (error instanceof ServiceError) return [remark(`Sessions that are over: ${error.message}`)];
			throw error;
		},
	);
}

function endedOf(webinar: Webinar, rows: readonly Registrant[]): Item[] {
	// The zone of the dates of a webinar that follows the attendee is not known.
	const known = webinar.followsAttendee ? { ...webinar, zone: undefined, followsAttendee: false } : webinar;
	const offered = new Set(webinar.sessions.map(({ schedule }) => schedule));
	const ended = rows
		.flatMap((row): ListedSession[] => {
			const { schedule_id: schedule } = row;
			if (typeof schedule !== 'number' || offered.has(schedule)) return [];
			const startsAt = sessionStart(row, known.zone ?? EST);
			const comment = (startsAt ?? 0) > Settings.now() ? 'not on offer' : 'over';
			const date = scalarText(row.event ?? row.schedule);
			return [{ kind: 'dated', isSeries: false, schedule, startsAt, date, comment }];
		})
		.sort((one, other) => (other.startsAt ?? 0) - (one.startsAt ?? 0));
	return withoutRepeats(ended.map((session) => choiceOf(session, known, 'filter')));
}

type ListedSession = Pick<Session, 'kind' | 'isSeries' | 'schedule' | 'startsAt' | 'date' | 'comment'>;

/** Its description, which the editor does not show, holds what can be searched for. */
function choiceOf(session: ListedSession, webinar: Webinar, purpose: Purpose): Item {
	const { schedule, date, comment, kind } = session;
	const isDate = purpose === 'date' && date !== '' && kind !== 'anyTime';
	const value = `${schedule}${purpose === 'next' ? '|next' : isDate ? `|${date}` : ''}`;
	const words = [`ID ${schedule}`, date, comment, (webinar.zone ?? EST).name];
	return { name: labelOf(session, webinar, purpose), value, description: words.filter(Boolean).join(' · ') };
}

/** E.g. ", 01:00 PM", " at 10 AM", " 13:00". */
const TIME = /(?: ?,| at\b)? ?\b\d{1,2}(?::\d{2}(?: ?[AP]M\b)?| ?[AP]M\b)/gi;

/** Leaves room for the date in the about 40 characters that the editor shows. */
const MAX_RECURRENCE = 16;

function labelOf(session: ListedSession, webinar: Webinar, purpose: Purpose): string {
	const { schedule, comment, kind, isSeries } = session;
	// Its date changes every minute, so it is not shown.
	if (kind === 'anyTime') return `${comment || webinar.detail.type || 'Any time'} (${schedule})`;
	const every = shortened(recurrence(session), MAX_RECURRENCE);
	if (purpose === 'next') {
		const when = every ? `${every} ${dateOf(session, webinar, 'HH:mm')}` : dateOf(session, webinar, DAY);
		return `Next · ${when} (${schedule})`;
	}
	const date = dateOf(session, webinar, `${DAY} HH:mm`);
	const { length } = webinar.sessions.filter((each) => each.schedule === schedule);
	if (purpose === 'filter' && isSeries && length > 1) {
		return every ? `${comment} (${schedule})` : `Series from ${date}`;
	}
	const what = purpose === 'schedule' && isSeries ? 'whole series' : every;
	return [date || `ID ${schedule}`, what, placeOf(session, webinar)].filter(Boolean).join(' · ');
}

const DAY = 'ccc d LLL yyyy';

function dateOf({ startsAt, date }: ListedSession, { zone }: Webinar, format: string): string {
	if (startsAt === undefined) return date;
	return DateTime.fromMillis(startsAt, { zone: zone ?? EST, locale: 'en' }).toFormat(format);
}

/** The city of the webinar's own zone, otherwise the GMT form. */
function placeOf({ startsAt = 0 }: ListedSession, { zone, followsAttendee }: Webinar): string {
	if (followsAttendee || zone?.type === 'fixed') return gmtForm(zone ?? EST, startsAt);
	const name = zone?.name ?? '';
	return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** E.g. "Every day", without its time, which the service does not convert to the attendee's zone. */
function recurrence({ comment, date }: ListedSession): string {
	const words = shortened(comment ?? '').replace(/\s+/g, ' ');
	const text = words.replace(TIME, '').trim();
	// A description may repeat the date.
	return date !== '' && text.includes(date.slice(0, 4)) ? '' : text;
}
