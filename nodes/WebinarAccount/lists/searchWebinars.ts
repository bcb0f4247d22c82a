import { DateTime, type Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { ATTENDEES_ZONE } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { EST, momentOf } from '../webinars/dates';
import { ownZoneOf } from '../webinars/webinar';
import { editorList, type ListContext } from './editorList';

/** Lists the account's webinars. */
export const searchWebinars = editorList(async (list) => {
	const { webinars, product } = list;
	const all = await webinars.list(product);
	if (all.length === 0) {
		throw new InputError(
			`The account has no ${product.displayName}`,
			'Publish a webinar in the webinar account, or choose the other product in Resource.',
		);
	}
	return all.map((webinar) => webinarItem(list, webinar));
});

/**
 * Returns a list entry such as `Evergreen · attendee's zone · Every day, 11:00 AM · 102`. The ID is last, because the editor
 * cuts off long names at the end.
 */
function webinarItem({ product, service, now }: ListContext, webinar: WebinarListItem): INodeListSearchItems {
	const { name, title, timezone, type, webinar_id, webinar_hash } = webinar;
	const zone = ownZoneOf(product, webinar);
	const dependsOnAttendee = product.takesTimezone && timezone && !zone;
	const parts = [
		name || title || 'Untitled',
		dependsOnAttendee && ATTENDEES_ZONE,
		nextDate(webinar, zone ?? EST, now()),
		webinar_id,
	];
	const { attendeeUrl } = service.account;
	return {
		name: parts.filter(Boolean).join(' · '),
		value: String(webinar_id),
		description: [title, type, `ID ${webinar_id}`].filter(Boolean).join(' · '),
		...(webinar_hash && attendeeUrl && { url: `${attendeeUrl}/register/${webinar_id}/${webinar_hash}` }),
	};
}

/** Returns the webinar's next date in the webinar list or, without one, a text such as "Every day, 11:00 AM". */
function nextDate({ schedules }: WebinarListItem, zone: Zone, now: number): string | undefined {
	const texts = Array.isArray(schedules) ? schedules.filter((text) => typeof text === 'string') : [];
	const starts = texts.map((text) => momentOf(text, zone));
	const upcoming = starts.filter((start) => start !== undefined && start > now);
	const [next] = upcoming.sort((one = 0, other = 0) => one - other);
	if (next === undefined) return texts.find((_text, index) => starts[index] === undefined);
	return DateTime.fromMillis(next, { zone, locale: 'en' }).toFormat('ccc d LLL yyyy HH:mm');
}
