import type { PeriodName } from '../registrants/sessionPeriod';
import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import { isRecord } from '../utils/values';
import {
	asText,
	choice,
	count,
	type Field,
	flag,
	type Look,
	onlyWith,
	readFields,
	sentValues,
	text,
	type Values,
	wrongType,
} from './field';

/** Fields for operations that return lists: Limit, the filters and Simplify. */

/** The fields for the number of results. Limit is undefined if Return All is on. */
export const paging = {
	returnAll: flag('Return All', {
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: onlyWith(
		'returnAll',
		[false],
		count('Limit', { default: 50, description: 'Max number of results to return' }),
	),
};

export const FILTERS = 'Filters';

/** The service's values for its attendance filters, `attended_live` and `attended_replay`. */
const ATTENDED = 1;
const DID_NOT_ATTEND = 2;
const LEFT_BEFORE = 3;
const LEFT_AFTER = 4;

/** The key of the object with the values of "Left" and "Minutes" in the parameter's value. */
const TIME_GROUP = 'time';
const DEFAULT_TIME = { left: LEFT_AFTER, minutes: 30 };

/**
 * Creates two filters for a room: one for attendance, and one for people who left before or after a certain minute. Both
 * set the same request parameter.
 */
function roomFilters(room: 'Live' | 'Replay') {
	const parameter = `attended_${room.toLowerCase()}`;
	const attendance = choice(
		`Attended ${room}`,
		parameter,
		{ Attended: ATTENDED, 'Did Not Attend': DID_NOT_ATTEND },
		{ default: ATTENDED, description: 'Return only people who attended, or only people who did not' },
	);
	const label = `Left the ${room} Room`;
	const left = choice(
		`Left of ${label}`,
		undefined,
		{ After: LEFT_AFTER, Before: LEFT_BEFORE },
		{ default: LEFT_AFTER },
	);
	const minutes = count(
		`Minutes of ${label}`,
		{ default: 30, description: 'Minute of the session, counted from its start' },
		{ min: 0 },
	);
	/** Its value is the request parameters. */
	const leftAt: Field<CallParameters> = {
		label,
		property: {
			type: 'fixedCollection',
			// Without this option, n8n 1.x drops the filter if both values equal their defaults.
			typeOptions: { multipleValues: false },
			default: { [TIME_GROUP]: DEFAULT_TIME },
			placeholder: 'Add Time',
			description: 'Return only attendees who left before (or after) this minute of the session',
			options: [
				{
					displayName: 'Time',
					name: TIME_GROUP,
					values: [
						{ displayName: 'Left', name: 'left', ...left.property },
						{ displayName: 'Minutes', name: 'minutes', ...minutes.property },
					],
				},
			],
		},
		parameters: [`${parameter}_timestamp`],
		read(given) {
			if (given === undefined) return {};
			const group = isRecord(given) ? given[TIME_GROUP] : undefined;
			if (!isRecord(group)) {
				const advice = 'Remove the expression, and fill in "Left" and "Minutes" separately.';
				throw wrongType(label, 'a time with "Left" and "Minutes"', advice);
			}
			// n8n does not store a value that equals its default.
			const read = readFields({ left, minutes }, { ...DEFAULT_TIME, ...group }, new Map());
			return { [parameter]: String(read.left), [`${parameter}_timestamp`]: String(read.minutes * 60) };
		},
	};
	return { attendance, leftAt };
}

const liveRoom = roomFilters('Live');
const replayRoom = roomFilters('Replay');

/**
 * Creates a text filter. It must not be empty, because it would then return everyone, and the workflow's next node
 * might email all of them.
 */
function textFilter(label: string, parameter: string | undefined, look: Look): Field<string> {
	const read = (given: unknown) => {
		const part = asText(label, given);
		if (part !== '' || given === undefined) return part;
		throw new InputError(
			`${label} is empty`,
			'Enter text or remove the filter. An empty filter would return everyone.',
		);
	};
	return { ...text(label, parameter, look), read };
}

export const titleContains = textFilter('Title Contains', undefined, {
	placeholder: 'e.g. onboarding',
	description:
		'Includes only webinars with this text in their title or name. Upper and lower case do not matter.',
});

/** Filters that the service applies. */
export const registrantFilters = {
	attendedLive: liveRoom.attendance,
	attendedReplay: replayRoom.attendance,
	dateRange: choice(
		'Sign-Up Date',
		'date_range',
		{
			Today: 1,
			Yesterday: 2,
			'This Week': 3,
			'Last Week': 4,
			'Last 7 Days': 5,
			'This Month': 6,
			'Last Month': 7,
			'Last 30 Days': 8,
		},
		{
			default: 8,
			description:
				"Return only people who signed up in this period. The service's help says that this filter uses the day of the session, but software in use takes it for the sign-up. Compare signup_date in the output. To filter by the day of the session, use Session Date.",
		},
	),
	attendedLiveSeconds: liveRoom.leftAt,
	attendedReplaySeconds: replayRoom.leftAt,
	purchased: choice(
		'Purchased',
		'purchased',
		{ 'Did Not Purchase': 2, Purchased: 1 },
		{ default: 1, description: 'Return only people who bought something, or only people who did not' },
	),
	search: textFilter('Name or Email Contains', 'search', {
		placeholder: 'e.g. ann@example.com',
		description:
			'Return only people whose name or email address contains this text. The service does not document which fields it searches.',
	}),
};

/** Returns the request parameters of the filters. */
export function filterParameters(filters: Values<typeof registrantFilters>): CallParameters {
	const { attendedLiveSeconds, attendedReplaySeconds } = filters;
	return { ...sentValues(registrantFilters, filters), ...attendedLiveSeconds, ...attendedReplaySeconds };
}

/** The Session Date filter. The node applies it, because the service has no such filter. */
export const sessionDateFilter = choice<PeriodName>(
	'Session Date',
	undefined,
	{
		Today: 'today',
		Yesterday: 'yesterday',
		'Last 7 Days': 'last7Days',
		'Last 30 Days': 'last30Days',
		'This Month': 'thisMonth',
		'Last Month': 'lastMonth',
	},
	{
		default: 'yesterday',
		description:
			"Return only people whose session was in this period, in the webinar's time zone. People without a session date, such as those in just-in-time sessions, are omitted.",
	},
);

export const simplify = flag('Simplify', {
	default: true,
	description:
		'Whether to return true or false instead of Yes and No, seconds instead of times such as 00:52:10, and null for empty fields',
});
