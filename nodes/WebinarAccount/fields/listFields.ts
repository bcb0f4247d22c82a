import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import { isRecord, scalarText } from '../utils/values';
import { asText, choice, count, type Field, flag, readFields, type Shown, text, wrongType } from './field';

/** What a list returns: how many, which, and in what form. The values of the options are the service's own numbers. */

const returnAll = flag('Return All', {
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

const most = count('Limit', {
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

const limit: Field<number> = {
	...most,
	read: (given, sibling) =>
		returnAll.read(sibling('returnAll'), sibling) ? Infinity : most.read(given, sibling),
};

export const paging = { returnAll, limit };

export const FILTERS = 'Filters';

const DID_NOT_ATTEND = 2;
const GROUP = 'time';
const LEFT = { After: 4, Before: 3 };
const TIME = { left: LEFT.After, minutes: 30 };

/** Attendance of a room and the time in it, which the service has in one parameter. */
function room(place: 'Live' | 'Replay') {
	const parameter = `attended_${place.toLowerCase()}`;
	const attendance = choice(
		`Attended ${place}`,
		parameter,
		{ Attended: 1, 'Did Not Attend': DID_NOT_ATTEND },
		{ default: 1, description: 'Return only people with this attendance' },
	);
	const label = `Left the ${place} Room`;
	const left = choice(`Left of ${label}`, undefined, LEFT, { default: LEFT.After });
	const minutes = count(
		`Minutes of ${label}`,
		{ default: 30, description: 'Minutes into the session' },
		{ min: 0 },
	);
	const seconds: Field<CallParameters | undefined> = {
		label,
		shown: {
			type: 'fixedCollection',
			// n8n 1.x otherwise drops the group when all its values are the default ones.
			typeOptions: { multipleValues: false },
			default: { [GROUP]: TIME },
			placeholder: 'Add Time',
			description: 'Return only people who attended and left before or after this minute of the session',
			options: [
				{
					displayName: 'Time',
					name: GROUP,
					values: [
						{ displayName: 'Left', name: 'left', ...left.shown },
						{ displayName: 'Minutes', name: 'minutes', ...minutes.shown },
					],
				},
			],
		},
		parameters: [`${parameter}_timestamp`],
		read(given, sibling) {
			if (given === undefined) return undefined;
			const group = isRecord(given) ? given[GROUP] : undefined;
			if (!isRecord(group)) throw wrongType(label, 'a time', 'Fill in Left and Minutes one by one.');
			// n8n leaves out what is the default.
			const time: Record<string, unknown> = { ...TIME, ...group };
			const read = readFields({ left, minutes }, (name) => time[name] ?? null);
			// Who left before or after a moment attended.
			if (scalarText(sibling(`attended${place}`)) === String(DID_NOT_ATTEND)) {
				throw new InputError(
					`${attendance.label}: nobody leaves a room who did not attend`,
					`Remove one of the two filters under ${FILTERS}.`,
				);
			}
			return { [parameter]: read.left, [`${parameter}_timestamp`]: String(read.minutes * 60) };
		},
		send: (time) => time ?? {},
	};
	return { attendance, seconds };
}

const live = room('Live');
const replay = room('Replay');

/** A text that must be there if it was added: without one, everybody would be listed, and perhaps mailed. */
function search(label: string, parameter: string | undefined, shown: Shown): Field<string> {
	const read = (given: unknown) => {
		const part = asText(label, given);
		if (part !== '' || given === undefined) return part;
		const advice = 'Fill it in, or remove it: without a text, nothing is left out.';
		throw new InputError(`${label} is empty`, advice);
	};
	return { ...text(label, parameter, shown), read };
}

export const titleContains = search('Title Contains', undefined, {
	placeholder: 'e.g. onboarding',
	description: 'Only webinars with this text in the title or the name, in upper or lower case',
});

/** Time in a room comes after attendance, which it replaces. */
export const registrantFilters = {
	attendedLive: live.attendance,
	attendedReplay: replay.attendance,
	dateRange: choice(
		'Date Range',
		'date_range',
		{
			'Last 30 Days': 8,
			'Last 7 Days': 5,
			'Last Month': 7,
			'Last Week': 4,
			'This Month': 6,
			'This Week': 3,
			Today: 1,
			Yesterday: 2,
		},
		{
			default: 8,
			description:
				'Return only people of this period. See in a few rows whether the service means the sign-up or the session.',
		},
	),
	attendedLiveSeconds: live.seconds,
	attendedReplaySeconds: replay.seconds,
	purchased: choice(
		'Purchased',
		'purchased',
		{ 'Did Not Purchase': 2, Purchased: 1 },
		{ default: 1, description: 'Return only people with or without a purchase' },
	),
	search: search('Name or Email Contains', 'search', {
		placeholder: 'e.g. ann@example.com',
		description:
			'Return only people whose name or email address contains this text. The service does not document what it searches.',
	}),
};

export const simplify = flag('Simplify', {
	default: true,
	description:
		'Whether to return true or false for Yes and No, seconds for the time in a room, and null for what is empty',
});
