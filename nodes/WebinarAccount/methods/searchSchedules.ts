import { DateTime } from 'luxon';
import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	isResourceLocatorValue,
} from 'n8n-workflow';

import { schedule, timezone, webinarId } from '../actions/fields';
import { type DatedWebinar, followsAttendee, readDatedWebinar } from '../service/booking';
import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import type { Session } from '../service/schemas';
import { isSeries, isUnnumbered, offers, startOf } from '../service/sessions';
import { readTimezone } from '../service/timezone';
import { readWebinarReference, type WebinarReference } from '../service/webinars';
import { currentProduct, loadList } from './loadList';

const NEXT: INodeListSearchItems = { name: 'Next Upcoming Session', value: 'next' };

/** The list of the Session field: what the chosen webinar offers now, "Next Upcoming Session" first. */
export async function searchSchedules(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await loadList(this, async (webinars) => {
		const product = currentProduct(this);
		const reference = currentWebinar(this);
		if (reference === 'expression') {
			return [
				{
					...NEXT,
					description: 'The webinar comes from an expression: its other sessions are not known yet.',
				},
			];
		}
		const zone = product.takesTimezone ? readTimezone(currentText(this, timezone.name)) : undefined;
		const dated = await readDatedWebinar(webinars, product, reference, zone, DateTime.now());
		if (!zone && followsAttendee(product, dated.webinar)) {
			throw new InputError(
				'Fill in Timezone to see the sessions',
				'The webinar shows its sessions in the time zone of each attendee.',
			);
		}
		if (!dated.webinar.schedules?.length) {
			throw new InputError('The webinar has no session', 'Add a schedule to it, or choose another webinar.');
		}
		const wanted = filter.trim().toLowerCase();
		return [NEXT, ...describedSessions(this, dated), ...numberedSessions(product, dated)].filter(({ name }) =>
			name.toLowerCase().includes(wanted),
		);
	});
}

/** Sessions found anew at run time by their description; a link cannot name them. */
function describedSessions(
	context: ILoadOptionsFunctions,
	{ webinar }: DatedWebinar,
): INodeListSearchItems[] {
	if (context.getCurrentNodeParameter('operation') === 'createOneClickLink') return [];
	const sessions = webinar.schedules ?? [];
	return [
		...(offers(sessions, 'justInTime') ? [{ name: 'Just-in-Time Session', value: 'justInTime' }] : []),
		...(offers(sessions, 'instantReplay') ? [{ name: 'Instant Replay', value: 'instantReplay' }] : []),
	];
}

function numberedSessions(product: Product, { webinar, zone }: DatedWebinar): INodeListSearchItems[] {
	const sessions = webinar.schedules ?? [];
	const zoneName = zone.name.replace(/^UTC/, 'GMT');
	const numbered = sessions.filter((session) => !isUnnumbered(session));
	if (product.takesDate) {
		return numbered.map((session) => ({
			name: labelOf(session, startOf(session, zone), zoneName),
			value: `${session.schedule}|${session.date}`,
		}));
	}
	// Where no date is sent, all sessions of one ID are one choice.
	return numbered
		.filter(({ schedule: id }, place) => numbered.findIndex((other) => other.schedule === id) === place)
		.map((session) => ({
			name: `${labelOf(session, startOf(session, zone), zoneName)}${
				isSeries(session, sessions) ? ' – registers for all following sessions' : ''
			}`,
			value: String(session.schedule),
		}));
}

function labelOf({ date, comment, schedule: id }: Session, start: DateTime, zoneName: string): string {
	const weekday = start.isValid ? `${start.setLocale('en').toFormat('ccc')} ` : '';
	return `${weekday}${date} ${zoneName}${comment ? ` – ${comment}` : ''} (ID ${id})`;
}

function currentWebinar(context: ILoadOptionsFunctions): WebinarReference | 'expression' {
	const locator: unknown = context.getCurrentNodeParameter(webinarId.name);
	const { mode, value } = isResourceLocatorValue(locator) ? locator : { mode: 'id', value: locator };
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	if (text.startsWith('=')) return 'expression';
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
