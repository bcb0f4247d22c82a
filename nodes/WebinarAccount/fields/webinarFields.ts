import type { Zone } from 'luxon';
import { type INodeProperties, isExpression, isResourceLocatorValue } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { type Product, products } from '../service/products';
import { ID, quoted } from '../utils/values';
import { readSessionChoice, type SessionChoice } from '../webinars/chooseSession';
import { readDate, readTimezone } from '../webinars/dates';
import { readWebinarReference, type WebinarReference } from '../webinars/webinarReference';
import {
	asOption,
	asText,
	choice,
	type Field,
	filledText,
	type Offer,
	onlyWith,
	type Shown,
	textAs,
} from './field';

/** The fields for the product, the webinar, the session and the attendee's time zone. */

const allProducts = Object.values(products);

export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: allProducts.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: 'live',
};

export function chosenProduct(value: unknown): Product {
	return asOption(resource.displayName, products, value);
}

function productsWith(feature: 'takesTimezone' | 'registersOneDate'): string[] {
	return allProducts.filter((product) => product[feature]).map(({ name }) => name);
}

type Named = ReadonlyArray<Record<'value' | 'name', string>>;

/** Returns the line under a node's name on the canvas: the chosen option of a parameter, and the product. */
export function subtitleOf(parameter: string, choices: Named): string {
	const nameOf = (name: string, all: Named) => {
		const names = Object.fromEntries(all.map((each) => [each.value, each.name]));
		return `(${JSON.stringify(names)})[$parameter["${name}"]]`;
	};
	const resources = allProducts.map(({ name, shortName }) => ({ value: name, name: shortName }));
	return `={{ ${nameOf(parameter, choices)} + ": " + ${nameOf('resource', resources)} }}`;
}

const WEBINAR = 'Webinar';

export const webinarId: Field<WebinarReference> = {
	label: WEBINAR,
	shown: {
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		// n8n then clears the field when the resource changes, because an ID names another webinar there.
		typeOptions: { loadOptionsDependsOn: ['resource'] },
		description: 'The webinar to work with',
		builderHint: {
			propertyHint:
				'Use mode "id" with a webinar_id, which is the value of a list entry and a field of Get Many, or mode "url" with the registration page. A name is not an ID. The same ID means another webinar in the other resource.',
		},
		// No validation patterns, because n8n gives them a time limit that a busy machine exceeds.
		modes: [
			listMode('Select a webinar…', 'searchWebinars'),
			textMode('By ID', 'id', 'e.g. 6'),
			textMode('By URL', 'url', 'e.g. https://event.webinarjam.com/register/6/uvw1234'),
		],
	},
	parameters: ['webinar_id'],
	read(given) {
		const { mode, value } = asLocator(WEBINAR, given);
		return readWebinarReference(mode, value);
	},
};

export function textMode(displayName: string, name: string, placeholder: string) {
	return { displayName, name, type: 'string' as const, placeholder };
}

export function listMode(placeholder: string, searchListMethod: string) {
	const typeOptions = { searchListMethod, searchable: true };
	return { displayName: 'From List', name: 'list', type: 'list' as const, placeholder, typeOptions };
}

/** Reads a resource locator. An expression can replace it with a plain value, which counts as an ID. */
export function asLocator(label: string, given: unknown): { mode: string; value: string } {
	const { mode, value } = isResourceLocatorValue(given) ? given : { mode: 'id', value: given };
	return { mode, value: asText(label, value) };
}

/** Whether a parameter contains an expression. @param parameter as the workflow stores it */
export function hasExpression(parameter: unknown): boolean {
	if (typeof parameter !== 'object' || parameter === null) return isExpression(parameter);
	return Object.values(parameter).some(hasExpression);
}

/** Turns the mode `list` into `id`. The editor keeps `list` for an expression, whose value was not chosen from the list. */
export function withoutListMode(value: unknown): unknown {
	return isResourceLocatorValue(value) && value.mode === 'list' ? { ...value, mode: 'id' } : value;
}

export function scopeField(
	label: string,
	allDescription: string,
	shown: { default: 'all' | 'one'; description: string; noDataExpression?: boolean },
): Field<string> {
	return choice(label, undefined, { 'All Webinars': ['all', allDescription], 'One Webinar': 'one' }, shown);
}

export function withScope<Value>(scope: 'all' | 'one', field: Field<Value>): Field<Value | undefined> {
	return onlyWith('webinarScope', [scope], field);
}

export const SESSION = 'Session';
export const TIMEZONE = 'Timezone';
export const ATTENDEES_ZONE = "attendee's zone";

/** @param isList whether the value was chosen from the list @param shown the name of the chosen entry */
type SessionReader<Choice> = (value: string, isList: boolean, shown?: string) => Choice;

/** @param placeholder the meaning of an empty field. n8n clears the field when the user chooses another webinar. */
function sessionField<Choice>(
	offers: readonly Offer[],
	{ placeholder, hint, ...look }: Shown & Record<'placeholder' | 'hint', string>,
	read: SessionReader<Choice>,
): Field<Choice> & { offers: readonly Offer[] } {
	return {
		label: SESSION,
		offers,
		shown: {
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			...look,
			typeOptions: { loadOptionsDependsOn: ['resource', 'webinarId.value'] },
			// n8n's workflow builder does not see the hint of a mode.
			builderHint: { propertyHint: hint },
			modes: [listMode(placeholder, 'searchSchedules'), { ...textMode('By ID', 'id', 'e.g. 56'), hint }],
		},
		// `date` belongs to this field, because most choices of a session send one.
		parameters: ['schedule', 'schedule_id', 'date'],
		read(given) {
			const { mode, value } = asLocator(SESSION, given);
			const isList = mode === 'list';
			const shown = isList && isResourceLocatorValue(given) ? given.cachedResultName : undefined;
			return read(value, isList, shown);
		},
	};
}

export const NEXT = 'Next Upcoming Session';

export const bookedSession = sessionField(
	['next', 'justInTime', 'instantReplay', 'dates'],
	{
		placeholder: `${NEXT} (default)`,
		description:
			'The session to register for. "Next Upcoming Session" is found when the workflow runs. In a live series, register each person once, for the first session. This registers them for all following sessions.',
		hint: 'Enter next or a schedule ID from Get. Automated webinars also take 56|next or 56|2026-01-31 13:00.',
		default: { mode: 'list', value: 'next', cachedResultName: NEXT },
	},
	(value, isList, shown): SessionChoice => ({
		...readSessionChoice(isList && value === '' ? 'next' : value),
		...(shown && { shown }),
	}),
);

/** The only schedule to list or to watch, with all its dates; undefined for all schedules. */
export const onlySchedule = sessionField(
	['all'],
	{
		placeholder: 'All Sessions',
		description: 'Limits results to one session or series. All Sessions includes everything.',
		hint: 'Schedule ID from Get, or schedule_id of a registrant',
	},
	(value, isList): number | undefined => {
		if (ID.test(value)) return Number(value);
		if (value === '' && isList) return undefined;
		if (value === '') {
			const advice = 'The expression has no value. Correct it, or choose All Sessions from the list.';
			throw new InputError(`${SESSION} is empty`, advice);
		}
		throw new InputError(
			`${quoted(value)} is not a schedule ID`,
			'Choose a session from the list, or enter only its schedule ID, e.g. 56, which includes all its dates. For one date, add a Filter node for starts_at.',
		);
	},
);

function zoneField(hint: string): Field<Zone | undefined> {
	const shown = {
		placeholder: 'e.g. Europe/London or GMT-5',
		hint,
		description: "The attendee's time zone: a region/city name or the GMT form (GMT-5, GMT+4:30)",
		displayOptions: { show: { resource: productsWith('takesTimezone') } },
	};
	const field = textAs(TIMEZONE, shown, (given) => readTimezone(asText(TIMEZONE, given)));
	return { ...field, parameters: ['timezone'] };
}

export const timezone = zoneField(`Required if the webinar list says "${ATTENDEES_ZONE}"`);

export const displayTimezone = zoneField(
	"If empty, dates that depend on the attendee's zone are usually in EST (GMT-5)",
);

const SESSION_DATE = 'Session Date';

export const sessionDate = textAs(
	SESSION_DATE,
	{
		placeholder: 'e.g. 2026-01-31 13:00',
		description:
			'Date of one session of the chosen schedule, exactly as the webinar lists it (YYYY-MM-DD HH:MM)',
		displayOptions: { show: { '/resource': productsWith('registersOneDate') } },
	},
	// An empty date would register for all dates.
	(given) => (given === undefined ? undefined : readDate(filledText(SESSION_DATE, given))),
);

export function onDate(choice: SessionChoice, date: string | undefined): SessionChoice {
	if (date === undefined || (choice.kind === 'date' && choice.date === date)) return choice;
	if (choice.kind === 'schedule') return { kind: 'date', schedule: choice.schedule, date };
	throw new InputError(
		choice.kind === 'date'
			? `${SESSION_DATE} ${date} is not the date of the chosen session`
			: `${SESSION_DATE} needs a schedule`,
		`Choose the session with its date in the ${SESSION} field, and leave ${SESSION_DATE} empty.`,
	);
}
