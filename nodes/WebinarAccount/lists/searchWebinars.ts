import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { ATTENDEES_ZONE } from '../fields/webinarFields';
import type { WebinarListItem } from '../service/endpoints';
import { InputError } from '../service/errors';
import { scalarText } from '../utils/values';
import { EST, momentOf, parseZone } from '../webinars/dates';
import { statedDates } from '../webinars/sessionDates';
import { sessionKind, shownName } from '../webinars/webinar';
import { editorList, joinParts, type ListContext } from './editorList';

/** Lists the account's webinars. */
export const searchWebinars = editorList(async (list) => {
	const { webinars, product } = list;
	const all = await webinars.fetchList();
	if (all.length === 0) {
		throw new InputError(
			`The account has no ${product.noun}`,
			'Publish a webinar in the webinar account, or choose the other product in Resource.',
		);
	}
	return all.map((webinar) => webinarItem(list, webinar));
});

/**
 * Returns a list entry such as `Evergreen · attendee's zone · Every day, 11:00 AM · ID 102`. The ID is last, because the
 * editor cuts off long names at the end.
 */
function webinarItem({ product, now }: ListContext, webinar: WebinarListItem): INodeListSearchItems {
	const { title, type, webinar_id } = webinar;
	// The dates depend on an attendee, for whom Timezone must be filled in.
	const isZoneNeeded = statedDates(product, webinar)?.kind === 'attendeeUnknown';
	const zoneText = isZoneNeeded ? ATTENDEES_ZONE : '';
	return {
		name: joinParts(shownName(webinar), zoneText, whenText(webinar, now), `ID ${webinar_id}`),
		value: String(webinar_id),
		description: joinParts(scalarText(title), scalarText(type)),
	};
}

/**
 * Returns when a webinar takes place: its next date, or a text such as "Just in time". For a webinar that the service lists
 * without schedules, returns its type, such as "Always on", which may be empty. For a recurring webinar, returns its schedule's
 * text, such as "Every day, 11:00 AM", because n8n keeps the name of the chosen entry, and the next date would soon be past.
 */
function whenText(webinar: WebinarListItem, now: number): string {
	const { schedules, type } = webinar;
	const texts = Array.isArray(schedules) ? schedules.filter((text) => typeof text === 'string') : [];
	// A webinar without its own time zone is shown in the service's default zone.
	const zone = parseZone(webinar.timezone) ?? EST;
	const withoutSingleDate = texts.filter((text) => momentOf(text, zone) === undefined);
	// Recurring sessions are of the kind `dated` too. The other texts name another kind, such as "Just in time".
	const recurring = withoutSingleDate.find((text) => sessionKind(text, type) === 'dated');
	const upcoming = texts.flatMap((text) => momentOf(text, zone) ?? []).filter((start) => start > now);

	if (texts.length === 0) return scalarText(type);
	if (recurring !== undefined) return recurring;
	if (upcoming.length === 0) return withoutSingleDate[0] ?? 'over';
	const next = DateTime.fromMillis(Math.min(...upcoming), { zone, locale: 'en' });
	return next.toFormat('ccc d LLL yyyy HH:mm');
}
