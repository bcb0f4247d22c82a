import type { INodeListSearchItems } from 'n8n-workflow';

import { linkTimezone } from '../fields/linkFields';
import { TIMEZONE, webinarId } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { numberedSchedules } from '../webinars/sessionNumbers';
import { isOver, needsTimezone, type Webinar } from '../webinars/webinar';
import { currentWebinar, editorList } from './editorList';
import { searchedWords, whenOf } from './sessionChoices';

/**
 * Lists the session numbers of a webinar for a one-click link: "2 · Thu 6 Aug 2026 14:00 · over". A schedule with several
 * dates has one number.
 */
export const searchSessionNumbers = editorList(async (list) => {
	const withoutList =
		"To continue without the list, choose Number and enter the number from the webinar's dashboard.";
	const { product, webinars, parameter } = list;
	const reference = currentWebinar(list, 'sessions', withoutList);
	if (!reference) throw notYetListed(webinarId.label, withoutList);
	const zone = product.takesTimezone
		? linkTimezone.read(parameter('timezone'), {
				linkFor: parameter('linkFor'),
				emailTool: parameter('emailTool'),
				mergeFields: parameter('mergeFields'),
			})
		: undefined;
	const webinar = await webinars.read(reference, zone);
	if (!zone && needsTimezone(webinar)) throw notYetListed(TIMEZONE, withoutList);
	return numberedSchedules(webinar).map((schedule, index) => entryOf(webinar, schedule, index + 1, list.now));
});

/** Returns the error for a list that needs a value which an empty field or an expression does not have yet. */
function notYetListed(label: string, withoutList: string): InputError {
	return new InputError(`${label} has no value yet. Fill it in, or run the previous nodes.`, withoutList);
}

/** Returns the list entry for a schedule, with the date of its first session that is not over. */
function entryOf(
	webinar: Webinar,
	schedule: ReturnType<typeof numberedSchedules>[number],
	number: number,
	now: number,
): INodeListSearchItems {
	const open = schedule.find((each) => !isOver(each, now));
	const session = open ?? schedule[0];
	const remark = open ? open.isSeries && 'whole series' : 'over';
	return {
		name: [number, whenOf(session, webinar), remark].filter(Boolean).join(' · '),
		value: number,
		description: searchedWords(session, webinar),
	};
}
