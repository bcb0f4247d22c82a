import type { Zone } from 'luxon';

import { InputError } from '../service/errors';
import { quoted } from '../utils/text';
import { ID } from '../utils/values';
import { readSessionChoice, type SessionChoice } from '../webinars/choose';
import { readDate } from '../webinars/dates';
import { readTimezone } from '../webinars/timezone';
import type { Field } from './field';
import { asText, filled } from './kinds';
import { productsWith } from './resource';
import { asLocator, listMode } from './webinar';

/** The session and the attendee's time zone. */

export const SESSION = 'Session';
export const TIMEZONE = 'Timezone';

interface SessionField<Choice> {
	description: string;
	/** Shown when nothing is chosen: n8n empties the field when the user chooses another webinar. */
	placeholder: string;
	/** The value chosen at first. */
	value?: string;
	/** What a schedule ID may be followed or replaced by. */
	more: string;
	/** @param isList whether the value was chosen from the list; an expression must give a value */
	read: (value: string, isList: boolean) => Choice;
}

/** A field that chooses a session: from a list, or by ID. */
function sessionField<Choice>(field: SessionField<Choice>): Field<Choice> {
	const { description, placeholder, value, more, read } = field;
	const hint = `Schedule ID from Get (the dashboard shows other IDs)${more}`;
	return {
		label: SESSION,
		shown: {
			type: 'resourceLocator',
			default:
				value === undefined
					? { mode: 'list', value: '' }
					: { mode: 'list', value, cachedResultName: placeholder },
			typeOptions: { loadOptionsDependsOn: ['resource', 'webinarId.value'] },
			description,
			modes: [
				listMode(placeholder, 'searchSchedules'),
				{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 56', hint },
			],
		},
		// `date` too: every choice of a session sends one; Session Date is only one way to choose it.
		parameters: ['schedule', 'schedule_id', 'date'],
		read(given) {
			const located = asLocator(SESSION, given);
			return read(located.value, located.mode === 'list');
		},
	};
}

/** The session to register for. */
export const bookedSession = sessionField({
	description:
		'The session to register for. "Next Upcoming Session" is found when the workflow runs: the first one with a date of its own. In a series, register each person once, for the first session: this registers them for all following ones.',
	placeholder: 'Next Upcoming Session',
	value: 'next',
	more: ', or next; automated: also 56|next, 56|2026-01-31 13:00',
	read: (value, isList): SessionChoice => readSessionChoice(isList && value === '' ? 'next' : value),
});

/** A session to filter by; undefined for all, which is an empty field in list mode. */
const filteringBy =
	<Choice>(readChoice: (value: string) => Choice) =>
	(value: string, isList: boolean): Choice | undefined => {
		if (value !== '') return readChoice(value);
		if (isList) return undefined;
		const advice = 'The expression has no value. For all sessions, choose All Sessions from the list.';
		throw new InputError(`${SESSION} is empty`, advice);
	};

/** The session whose registrants are meant. */
export const anySession = sessionField({
	placeholder: 'All Sessions',
	description: 'Return only people registered for this session, or those of all sessions',
	more: ', next, justInTime or instantReplay',
	read: filteringBy(readSessionChoice),
});

/** The schedule that the trigger watches. Only an ID is valid: "next" would change over time, with a first poll each time. */
export const watchedSchedule = sessionField({
	description: 'Watch only this session, or this series. All Sessions watches all of the webinar.',
	placeholder: 'All Sessions',
	more: '',
	read: filteringBy((value) => {
		if (ID.test(value)) return Number(value);
		throw new InputError(
			`${quoted(value)} is not a schedule ID`,
			'Choose a session from the list, or enter only its schedule ID, e.g. 56. To watch all sessions, choose All Sessions.',
		);
	}),
});

/** The attendee's zone; undefined when the field is empty. */
export const timezone: Field<Zone | undefined> = {
	label: TIMEZONE,
	shown: {
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/London or GMT-5',
		hint: "The attendee's time zone. Needed if the webinar's dates depend on it: the run says so.",
		description:
			"The attendee's time zone: a region/city name or the GMT form (GMT-5, GMT+4:30). Leave it empty if the webinar has one fixed zone.",
		displayOptions: { show: { resource: productsWith('takesTimezone') } },
	},
	parameters: ['timezone'],
	read: (given) => readTimezone(asText(TIMEZONE, given)),
};

const SESSION_DATE = 'Session Date';

/** One date of the chosen schedule; undefined if it was not added. */
export const sessionDate: Field<string | undefined> = {
	label: SESSION_DATE,
	shown: {
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-01-31 13:00',
		description:
			'Date of one session of the chosen schedule, exactly as the webinar lists it (YYYY-MM-DD HH:MM)',
		displayOptions: { show: { '/resource': productsWith('takesDate') } },
	},
	// An empty one would book all dates.
	read: (given) =>
		given === undefined ? undefined : readDate(asText(SESSION_DATE, filled(SESSION_DATE, given))),
};

/** A chosen session, narrowed by Session Date. */
export function onDate(choice: SessionChoice, date: string | undefined): SessionChoice {
	if (date === undefined || (choice.kind === 'date' && choice.date === date)) return choice;
	if (choice.kind === 'schedule') return { ...choice, kind: 'date', date };
	throw new InputError(
		choice.kind === 'date'
			? `${SESSION_DATE} ${date} is not the date of the chosen session`
			: `${SESSION_DATE} needs a schedule`,
		`Choose the session with its date in the ${SESSION} field, and leave ${SESSION_DATE} empty.`,
	);
}
