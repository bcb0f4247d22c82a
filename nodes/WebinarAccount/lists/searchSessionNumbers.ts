import type { INodeListSearchItems } from 'n8n-workflow';

import { linkTimezone } from '../fields/linkFields';
import { numberedSchedules } from '../webinars/sessionNumbers';
import { isOver, type Webinar } from '../webinars/webinar';
import { editorList, readChosenWebinar } from './editorList';
import { searchedWords, whenOf } from './sessionChoices';

/**
 * Lists the session numbers of a webinar for a one-click link: "2 · Thu 6 Aug 2026 14:00 · over". A schedule with several
 * dates has one number.
 */
export const searchSessionNumbers = editorList(async (list) => {
	const withoutList =
		"To continue without the list, choose Number and enter the number from the webinar's dashboard.";
	const webinar = await readChosenWebinar(list, linkTimezone, withoutList);
	return numberedSchedules(webinar).map((schedule, index) =>
		entryOf(webinar, schedule, index + 1, list.now()),
	);
});

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
