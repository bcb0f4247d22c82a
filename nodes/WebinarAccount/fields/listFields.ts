import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { PastPeriod } from '../webinars/dates';
import {
	choice,
	count,
	type Field,
	type FieldSettings,
	filledText,
	flag,
	onlyWith,
	sentValues,
	text,
	type Values,
} from './field';

// Fields for operations that return lists: Limit, the filters and Simplify.

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

/** The choices of a room filter, with the service's codes for `attended_live` and `attended_replay`. */
const ATTENDANCE_CODES = {
	attended: '1',
	didNotAttend: '2',
	leftBefore: '3',
	leftAfter: '4',
};

type Attendance = keyof typeof ATTENDANCE_CODES;

const DEFAULT_MINUTES = 30;

/** The two filters for a room: whether people attended, and the minute of the session for Left Before and Left After. */
interface RoomFilters {
	/** The request parameter of the attendance. With `_timestamp` at its end, it is the one of the minute. */
	parameter: string;
	attendance: Field<Attendance>;
	minutes: Field<number>;
}

/** Creates the two filters for a room. */
function roomFilters(room: 'Live' | 'Replay'): RoomFilters {
	const parameter = `attended_${room.toLowerCase()}`;
	const attendance = choice<Attendance>(
		`Attended ${room}`,
		{
			Attended: 'attended',
			'Did Not Attend': 'didNotAttend',
			'Left After': [
				'leftAfter',
				`Attendees who were still in the room at the minute that you enter in ${room} Minutes`,
			],
			'Left Before': ['leftBefore', `Attendees who left before the minute that you enter in ${room} Minutes`],
		},
		{
			default: 'attended',
			description:
				'Return only people who attended, did not attend, or left before or after a certain minute',
		},
	);
	const minutes = count(`${room} Minutes`, {
		minimum: 0,
		default: DEFAULT_MINUTES,
		description: `Minute of the session for Left Before and Left After in ${attendance.label}, counted from the start. Without this field, it is minute ${DEFAULT_MINUTES}.`,
	});
	return {
		parameter,
		// The names in the service's errors. The request parameters are set in `roomParameters`, and not by each field itself.
		attendance: { ...attendance, serviceNames: [parameter] },
		minutes: { ...minutes, serviceNames: [`${parameter}_timestamp`] },
	};
}

const liveRoom = roomFilters('Live');
const replayRoom = roomFilters('Replay');

/**
 * Returns the request parameters of a room's filters. Filters that the user did not add are undefined.
 * @throws InputError if there are minutes, but no choice that uses them
 */
function roomParameters(
	{ parameter, attendance, minutes }: RoomFilters,
	chosen: Attendance | undefined,
	minute: number | undefined,
): CallParameters {
	const usesMinute = chosen === 'leftBefore' || chosen === 'leftAfter';
	if (minute !== undefined && !usesMinute) {
		throw new InputError(
			`${minutes.label} needs Left Before or Left After in ${attendance.label}`,
			`Choose one of the two under ${FILTERS}, or remove ${minutes.label}.`,
		);
	}
	if (chosen === undefined) return {};
	const attended = { [parameter]: ATTENDANCE_CODES[chosen] };
	if (!usesMinute) return attended;
	// The service takes seconds.
	const seconds = (minute ?? DEFAULT_MINUTES) * 60;
	return { ...attended, [`${parameter}_timestamp`]: String(seconds) };
}

/**
 * Creates a text filter. Once it was added, it must not be empty, because it would then return everyone, and the workflow's
 * next node might email all of them.
 */
function textFilter(label: string, settings: FieldSettings): Field<string> {
	return { ...text(label, settings), read: (given) => filledText(label, given) };
}

export const titleContains = textFilter('Title Contains', {
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
			parameter: 'date_range',
			default: 8,
			description:
				"Return only people who signed up in this period. The service's help says that this filter uses the day of the session, but software in use takes it for the sign-up. Compare signup_date in the output. To filter by the day of the session, use Session Date.",
		},
	),
	liveMinutes: liveRoom.minutes,
	replayMinutes: replayRoom.minutes,
	purchased: choice(
		'Purchased',
		{ 'Did Not Purchase': 2, Purchased: 1 },
		{
			parameter: 'purchased',
			default: 1,
			description: 'Return only people who bought something, or only people who did not',
		},
	),
	search: textFilter('Name or Email Contains', {
		parameter: 'search',
		placeholder: 'e.g. ann@example.com',
		description:
			'Return only people whose name or email address contains this text. The service does not document which fields it searches.',
	}),
};

/** The filters for the rooms, which are checked together. */
export const ROOM_FILTERS = ['attendedLive', 'liveMinutes', 'attendedReplay', 'replayMinutes'] as const;

/**
 * Returns the request parameters of the filters.
 * @throws InputError if there are minutes, but no choice that uses them
 */
export function filterParameters(filters: Partial<Values<typeof registrantFilters>>): CallParameters {
	const { attendedLive, attendedReplay, liveMinutes, replayMinutes } = filters;
	return {
		// Leaves out the filters for the rooms, which have no `parameter`.
		...sentValues(registrantFilters, filters),
		...roomParameters(liveRoom, attendedLive, liveMinutes),
		...roomParameters(replayRoom, attendedReplay, replayMinutes),
	};
}

/** The Session Date filter. The node applies it, because the service has no such filter. */
export const sessionDateFilter = choice<PastPeriod>(
	'Session Date',
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
		'Whether to return only the most useful fields, with true or false instead of Yes and No, and seconds instead of times such as 00:52:10',
});
