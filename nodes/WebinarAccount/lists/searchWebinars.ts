import { DateTime, type Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { ATTENDEES_ZONE } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { EST, momentOf } from '../webinars/dates';
import { ownZoneOf } from '../webinars/webinar';
import { editorList, type ListContext } from './editorList';

export const searchWebinars = editorList(async (list) => {
	const { webinars, product } = list;
	const all = await webinars.forDisplay().list(product);
	if (all.length === 0) {
		throw new InputError(
			`The account has no ${product.displayName}`,
			'Publish one in the webinar account, or choose the other resource.',
		);
	}
	return all.map((webinar) => webinarItem(list, webinar));
});

/**
 * Returns an entry such as `Evergreen · attendee's zone · Every day, 11:00 AM · 102`. The ID is last, because the field cuts
 * off long names.
 */
function webinarItem({ product, service, now }: ListContext, webinar: WebinarListItem): INodeListSearchItems {
	const { name, title, timezone, type, webinar_id, webinar_hash } = webinar;
	const zone = ownZoneOf(product, webinar);
	const isOfAttendee = product.takesTimezone && timezone && !zone;
	const parts = [
		name || title || 'Untitled',
		isOfAttendee && ATTENDEES_ZONE,
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

/** Returns the next date that the webinar list shows, or else a recurring one: "Every day, 11:00 AM". */
function nextDate({ schedules }: WebinarListItem, zone: Zone, now: number): string | undefined {
	const listed = Array.isArray(schedules) ? schedules.filter((text) => typeof text === 'string') : [];
	const starts = listed.map((text) => momentOf(text, zone));
	const [next] = starts.filter((start = NaN) => start > now).sort((one = 0, other = 0) => one - other);
	if (next === undefined) return listed.find((_text, index) => starts[index] === undefined);
	return DateTime.fromMillis(next, { zone, locale: 'en' }).toFormat('ccc d LLL yyyy HH:mm');
}
