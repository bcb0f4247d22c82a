import { InputError } from '../service/errors';
import { isRecord } from '../utils/values';
import type { Field } from './field';
import { asOption, asText, choice, filled, flag, text, wrongType } from './kinds';

/** The filters of lists. The values of the options are the service's own numbers. Each filters as it is added. */

export const FILTERS = 'Filters';

const DID_NOT_ATTEND = '2';
const GROUP = 'time';
const LEFT = { After: 4, Before: 3 };
const MINUTES = 30;

interface TimeInRoom {
	/** Before or after. */
	filter: string;
	/** Seconds into the session. */
	timestamp: string;
}

/** Attendance of a room and the time in it, which the service has in one parameter. */
function room(place: 'Live' | 'Replay') {
	const parameter = `attended_${place.toLowerCase()}`;
	const attendance = choice(
		`Attended ${place}`,
		parameter,
		{ Attended: 1, 'Did Not Attend': Number(DID_NOT_ATTEND) },
		{ default: 1, description: 'Return only people with this attendance' },
	);
	const label = `Left the ${place} Room`;
	const seconds: Field<TimeInRoom | undefined> = {
		label,
		shown: timeProperty(),
		parameters: [`${parameter}_timestamp`],
		read(given, sibling) {
			if (given === undefined) return undefined;
			const time = readTime(label, given);
			// Who left before or after a moment attended.
			if (String(sibling(`attended${place}`)) !== DID_NOT_ATTEND) return time;
			throw new InputError(
				`${attendance.label}: nobody leaves a room who did not attend`,
				`Remove one of the two filters under ${FILTERS}.`,
			);
		},
		send: (time) => (time ? { [parameter]: time.filter, [`${parameter}_timestamp`]: time.timestamp } : {}),
	};
	return { attendance, seconds };
}

function timeProperty(): Field['shown'] {
	const left = choice('Left', undefined, LEFT, { default: LEFT.After });
	return {
		type: 'fixedCollection',
		// n8n 1.x otherwise drops the group when all its values are the default ones.
		typeOptions: { multipleValues: false },
		default: { [GROUP]: { left: LEFT.After, minutes: MINUTES } },
		placeholder: 'Add Time',
		description: 'Return only people who attended and left before or after this minute of the session',
		options: [
			{
				displayName: 'Time',
				name: GROUP,
				values: [
					{ displayName: left.label, name: 'left', ...left.shown },
					{
						displayName: 'Minutes',
						name: 'minutes',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: MINUTES,
						description: 'Minutes into the session',
					},
				],
			},
		],
	};
}

function readTime(label: string, given: unknown): TimeInRoom {
	const time = isRecord(given) ? given[GROUP] : undefined;
	if (!isRecord(time)) throw wrongType(label, 'a time', 'Fill in Left and Minutes one by one.');
	// n8n leaves out what is the default.
	const { left, minutes } = { left: LEFT.After, minutes: MINUTES, ...time };
	const filter = asOption(`Left of ${label}`, Object.values(LEFT).map(String), left);
	const field = `Minutes of ${label}`;
	const minute = Number(asText(field, filled(field, minutes)));
	if (minute >= 0 && Number.isFinite(minute)) return { filter, timestamp: String(Math.round(minute * 60)) };
	throw new InputError(`${field} must be a number, 0 or more`, `Correct it under ${FILTERS}.`);
}

const live = room('Live');
const replay = room('Replay');

/** A text that must be there if it was added: without one, everybody would be listed, and perhaps mailed. */
function search(field: Field<string>): Field<string> {
	const { label } = field;
	const read = (given: unknown) => {
		const part = asText(label, given);
		if (part !== '' || given === undefined) return part;
		const advice = 'Fill it in, or remove it: without a text, nothing is left out.';
		throw new InputError(`${label} is empty`, advice);
	};
	return { ...field, read };
}

export const titleContains = search(
	text('Title Contains', undefined, {
		placeholder: 'e.g. onboarding',
		description: 'Only webinars with this text in the title or the name, in upper or lower case',
	}),
);

type Named = Readonly<Record<'title' | 'name', string | null | undefined>>;

/** Whether a webinar has the text of Title Contains. */
export function hasInTitle(wanted: string, { title, name }: Partial<Named>): boolean {
	return [title, name].some((label) => (label ?? '').toLowerCase().includes(wanted.toLowerCase()));
}

/** The filters of registrants. Time in a room comes after attendance, which it replaces. */
export const registrantFilters = {
	attendedLive: live.attendance,
	attendedReplay: replay.attendance,
	dateRange: choice(
		'Date Range',
		'date_range',
		{
			...{ 'Last 30 Days': 8, 'Last 7 Days': 5, 'Last Month': 7, 'Last Week': 4 },
			...{ 'This Month': 6, 'This Week': 3, Today: 1, Yesterday: 2 },
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
	search: search(
		text('Search', 'search', {
			placeholder: 'e.g. ann@example.com',
			description: 'Part of a name or an email address',
		}),
	),
};

/** Of Get Registrants, and of the trigger's events of registrants. */
export const simplify = flag('Simplify', {
	default: true,
	description:
		'Whether to return true or false for Yes and No, seconds for the time in a room, and null for what is empty',
});
