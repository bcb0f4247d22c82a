import type { Zone } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { InputError, MissingError } from '../service/errors';
import { type Product, products } from '../service/products';
import { isId, quoted } from '../utils/values';
import { readSessionChoice } from '../webinars/chooseSession';
import { EST, readTimezone, zoneName } from '../webinars/dates';
import { lacksAttendeeZone, type Webinar } from '../webinars/webinar';
import { readWebinarReference } from '../webinars/webinars';
import { asOption, asText, choice, type Field, locator, onlyWith, text } from './field';

// The fields for the product, the webinar, the session and the attendee's time zone.

const allProducts = Object.values(products);
const resourceOptions = allProducts.map(({ displayName, name }) => ({ name: displayName, value: name }));

export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resourceOptions,
	default: 'live',
};

/** Returns the product for a value of Resource. @throws InputError if there is no such product */
export function chosenProduct(value: unknown): Product {
	return products[asOption(resource.displayName, resourceOptions, value).value];
}

export const webinarId = locator(
	'Webinar',
	['webinar_id'],
	{
		required: true,
		default: { mode: 'list', value: '' },
		// With this option, n8n clears the field when Resource changes, because the other product may have a webinar with
		// the same ID.
		typeOptions: { loadOptionsDependsOn: ['resource'] },
		description: 'The webinar to work with',
		builderHint: {
			propertyHint:
				'Use mode "id" with a webinar_id from the list or from Get Many, or mode "url" with the URL of the registration page. The name of a webinar is not its ID. Live and automated webinars can have the same ID, so choose the right resource.',
		},
		// The modes have no validation patterns, because n8n limits the time for checking them, so the check fails on a
		// busy computer.
		modes: [
			listMode('Select a webinar…', 'searchWebinars'),
			textMode('By ID', 'id', 'e.g. 6'),
			textMode('By URL', 'url', 'e.g. https://event.webinarjam.com/register/6/uvw1234'),
		],
	},
	readWebinarReference,
);

/** Creates a resource locator mode in which the user enters text. */
export function textMode(displayName: string, name: string, placeholder: string) {
	return { displayName, name, type: 'string' as const, placeholder };
}

/** Creates the resource locator mode in which the user chooses from a list. */
export function listMode(placeholder: string, searchListMethod: string) {
	const typeOptions = { searchListMethod, searchable: true };
	return { displayName: 'From List', name: 'list', type: 'list' as const, placeholder, typeOptions };
}

/** Creates the field in which users choose between one webinar and all webinars. */
export function scopeField(
	allDescription: string,
	look: { default: 'all' | 'one'; description: string; noDataExpression?: boolean },
): Field<string> {
	return choice('Scope', { 'All Webinars': ['all', allDescription], 'One Webinar': 'one' }, look);
}

/** Shows and reads a field only if the user chose one webinar. */
export function forOneWebinar<Value>(field: Field<Value>): Field<Value | undefined> {
	return onlyWith('webinarScope', ['one'], field);
}

export const SESSION = 'Session';
export const TIMEZONE = 'Timezone';
/** The words that mark a webinar in the webinar list if its dates depend on the attendee's time zone. */
export const ATTENDEES_ZONE = "attendee's zone";

/**
 * With this option, n8n empties Session if one of these values changes. `webinarId.value` would change whenever an
 * expression in Webinar gets a new value, such as when the user runs the previous nodes.
 */
export const DEPENDS_ON_WEBINAR = { loadOptionsDependsOn: ['resource', 'webinarId.cachedResultName'] };

/** The service's names for Session. `date` is included, because the node sends it if the chosen session has a date. */
const SESSION_PARAMETERS = ['schedule', 'schedule_id', 'date'];

export const NEXT = 'Next Upcoming Session';

export const chosenSession = locator(
	SESSION,
	SESSION_PARAMETERS,
	{
		default: { mode: 'list', value: 'next', cachedResultName: NEXT },
		typeOptions: DEPENDS_ON_WEBINAR,
		description:
			'The session to register for. With "Next Upcoming Session", the node finds the session when the workflow runs. In a live series, register each person only for the first session, which registers them for all following sessions too.',
		// n8n's workflow builder does not read the hint of a mode.
		builderHint: {
			propertyHint:
				'Enter next, or a schedule ID from Get, such as 56. In an automated webinar, 56 means the next session of the schedule, 56|2026-01-31 13:00 means one date, and 56|all means every session.',
		},
		modes: [
			listMode(`${NEXT} (default)`, 'searchSessions'),
			{
				...textMode('By ID', 'id', 'e.g. 56'),
				hint: 'Enter next, a schedule ID such as 56, or 56|2026-01-31 13:00',
			},
		],
	},
	// The list shows an empty value as "Next Upcoming Session (default)".
	({ mode, value }) => readSessionChoice(mode === 'list' && value === '' ? 'next' : value),
);

const SCHEDULE_HINT = 'Enter a schedule ID from Get, or the schedule_id of a registrant';

/**
 * The field that limits registrants or events to one schedule, including all its dates. Undefined means all schedules.
 */
export const onlySchedule = locator(
	SESSION,
	SESSION_PARAMETERS,
	{
		default: { mode: 'list', value: '' },
		typeOptions: DEPENDS_ON_WEBINAR,
		description: 'Limits results to one session or series. All Sessions sets no limit.',
		builderHint: { propertyHint: SCHEDULE_HINT },
		modes: [
			listMode('All Sessions', 'searchSchedules'),
			{ ...textMode('By ID', 'id', 'e.g. 56'), hint: SCHEDULE_HINT },
		],
	},
	({ mode, value }): number | undefined => {
		if (isId(value)) return Number(value);
		// The list shows an empty value as "All Sessions".
		if (value === '' && mode === 'list') return undefined;
		if (value === '') throw new MissingError(SESSION);
		throw new InputError(
			`${quoted(value)} is not a schedule ID`,
			'Choose a session from the list, or enter only the schedule ID, e.g. 56. It includes all dates of the schedule. For one date, add a Filter node for starts_at.',
		);
	},
);

/** Creates a time zone field. It is shown only for products whose requests take a time zone. */
function timezoneField(hint: string): Field<Zone | undefined> {
	const withTimezone = allProducts.filter(({ takesTimezone }) => takesTimezone);
	const look = {
		placeholder: 'e.g. Europe/London or GMT-5',
		hint,
		description:
			"The attendee's time zone: a region/city name such as Europe/London, or a GMT offset such as GMT-5 or GMT+4:30",
		displayOptions: { show: { resource: withTimezone.map(({ name }) => name) } },
	};
	return {
		...text(TIMEZONE, look),
		serviceNames: ['timezone'],
		read: (given) => readTimezone(asText(TIMEZONE, given)),
	};
}

/** The Timezone field for registrations and links. */
export const timezone = timezoneField(`Required if the webinar list says "${ATTENDEES_ZONE}"`);

/** The Timezone field for operations that only return dates. These operations work without it. */
export const displayTimezone = timezoneField(
	"If empty, dates that depend on the attendee's time zone are usually in EST (GMT-5)",
);

/** Returns the hint to show if Timezone is empty, but the dates depend on the attendee's time zone; otherwise undefined. */
export function timezoneHint(webinar: Webinar): string | undefined {
	const { zone } = webinar.dates;
	if (!zone || !lacksAttendeeZone(webinar)) return undefined;
	const name = zone === EST ? 'EST (GMT-5)' : zoneName(zone);
	return `The dates depend on each attendee's time zone. ${TIMEZONE} is empty, so the dates are in ${name}.`;
}
