import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { CallParameters } from '../../service/endpoints';
import { InputError } from '../../service/errors';
import { isRecord, withoutEmpty } from '../../utils/values';
import { asOption, asText, collection, reading } from '../input';

/** The filters of Get Registrants. The values of the options are the service's own numbers. Each filters as it is added. */

const DID_NOT_ATTEND = '2';

function attendance(displayName: string, name: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		options: [
			{ name: 'Attended', value: 1 },
			{ name: 'Did Not Attend', value: Number(DID_NOT_ATTEND) },
		],
		default: 1,
		description: 'Return only people with this attendance',
	};
}

const left: INodeProperties = {
	displayName: 'Left',
	name: 'left',
	type: 'options',
	options: [
		{ name: 'After', value: 4 },
		{ name: 'Before', value: 3 },
	],
	default: 4,
};

const minutes: INodeProperties = {
	displayName: 'Minutes',
	name: 'minutes',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 30,
	description: 'Minutes into the session',
};

const GROUP = 'time';

function timeInRoom(displayName: string, name: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		// n8n 1.x otherwise drops the group when all its values are the default ones.
		typeOptions: { multipleValues: false },
		default: { [GROUP]: { [left.name]: left.default, [minutes.name]: minutes.default } },
		placeholder: 'Add Time',
		description: 'Return only people who attended and left before or after this minute of the session',
		options: [{ displayName: 'Time', name: GROUP, values: [left, minutes] }],
	};
}

export const attendedLive = attendance('Attended Live', 'attendedLive');
export const attendedReplay = attendance('Attended Replay', 'attendedReplay');
export const attendedLiveSeconds = timeInRoom('Left the Live Room', 'attendedLiveSeconds');
export const attendedReplaySeconds = timeInRoom('Left the Replay Room', 'attendedReplaySeconds');

export const dateRange: INodeProperties = {
	displayName: 'Date Range',
	name: 'dateRange',
	type: 'options',
	options: [
		{ name: 'Last 30 Days', value: 8 },
		{ name: 'Last 7 Days', value: 5 },
		{ name: 'Last Month', value: 7 },
		{ name: 'Last Week', value: 4 },
		{ name: 'This Month', value: 6 },
		{ name: 'This Week', value: 3 },
		{ name: 'Today', value: 1 },
		{ name: 'Yesterday', value: 2 },
	],
	default: 8,
	description: 'Return only people who registered in this period',
};

export const purchased: INodeProperties = {
	displayName: 'Purchased',
	name: 'purchased',
	type: 'options',
	options: [
		{ name: 'Did Not Purchase', value: 2 },
		{ name: 'Purchased', value: 1 },
	],
	default: 1,
	description: 'Return only people with or without a purchase',
};

export const search: INodeProperties = {
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. ann@example.com',
	description: 'Part of a name or an email address',
};

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		attendedLive,
		attendedReplay,
		dateRange,
		attendedLiveSeconds,
		attendedReplaySeconds,
		purchased,
		search,
	],
};

/** The chosen value; empty if the filter was not added. */
const choice = (field: INodeProperties) =>
	reading(z.unknown(), (value) => (value === undefined ? '' : asOption(field, value)));

/** It must have a text where it is added: without one, everybody would be listed, and perhaps mailed. */
const searched = reading(z.unknown(), (value) => {
	const part = asText(search, value);
	if (part !== '' || value === undefined) return part;
	throw new InputError(
		`${search.displayName} is empty`,
		`Fill it in, or remove it from ${filters.displayName} to list everybody.`,
		[`${search.displayName} is empty`],
	);
});

/** Before or after which second of the session people left; undefined if the filter was not added. */
const moment = (field: INodeProperties) =>
	reading(z.unknown(), (value): { filter: string; timestamp: string } | undefined => {
		const time = isRecord(value) ? value[GROUP] : undefined;
		if (!isRecord(time)) return undefined;
		const minute = Number(asText(minutes, time.minutes ?? minutes.default));
		if (minute >= 0 && Number.isFinite(minute)) {
			return { filter: asOption(left, time.left), timestamp: String(Math.round(minute * 60)) };
		}
		throw new InputError(
			`Minutes of ${field.displayName} must be a number, 0 or more`,
			`Correct it under ${filters.displayName}.`,
		);
	});

/** The active filters under the service's names. */
export const filterInput = reading(
	collection({
		attendedLive: choice(attendedLive),
		attendedLiveSeconds: moment(attendedLiveSeconds),
		attendedReplay: choice(attendedReplay),
		attendedReplaySeconds: moment(attendedReplaySeconds),
		purchased: choice(purchased),
		dateRange: choice(dateRange),
		search: searched,
	}),
	(filter): CallParameters =>
		withoutEmpty({
			...room('attended_live', attendedLive, filter.attendedLive, filter.attendedLiveSeconds),
			...room('attended_replay', attendedReplay, filter.attendedReplay, filter.attendedReplaySeconds),
			purchased: filter.purchased,
			date_range: filter.dateRange,
			search: filter.search,
		}),
);

/** The service has one parameter for both: who left before or after a moment attended. */
function room(
	name: string,
	{ displayName }: INodeProperties,
	attendance: string,
	time: { filter: string; timestamp: string } | undefined,
) {
	if (!time) return { [name]: attendance };
	if (attendance !== DID_NOT_ATTEND) return { [name]: time.filter, [`${name}_timestamp`]: time.timestamp };
	throw new InputError(
		`${displayName}: nobody leaves a room who did not attend`,
		`Remove one of the two filters under ${filters.displayName}.`,
	);
}
