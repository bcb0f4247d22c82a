import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../service/errors';
import { withoutEmpty } from '../../utils/values';
import { collection, option, reading, text } from '../input';

/** The filters of Get Registrants. The values of the options are the service's own numbers. */

const ALL = 0;
const LEFT_BEFORE = 3;
const LEFT_AFTER = 4;

function attendance(displayName: string, name: string, secondsLabel: string): INodeProperties {
	const when = `Also add the filter ${secondsLabel}`;
	return {
		displayName,
		name,
		type: 'options',
		options: [
			{ name: 'All', value: ALL },
			{ name: 'Attended', value: 1 },
			{ name: 'Did Not Attend', value: 2 },
			{ name: 'Left After a Given Time', value: LEFT_AFTER, description: when },
			{ name: 'Left Before a Given Time', value: LEFT_BEFORE, description: when },
		],
		default: ALL,
		description: 'Return only people with this attendance',
	};
}

function seconds(displayName: string, name: string, of: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: `Seconds into the session, for "Left Before a Given Time" and "Left After a Given Time" of ${of}`,
	};
}

export const attendedLiveSeconds = seconds('Attended Live Seconds', 'attendedLiveSeconds', 'Attended Live');
export const attendedReplaySeconds = seconds(
	'Attended Replay Seconds',
	'attendedReplaySeconds',
	'Attended Replay',
);
export const attendedLive = attendance('Attended Live', 'attendedLive', attendedLiveSeconds.displayName);
export const attendedReplay = attendance(
	'Attended Replay',
	'attendedReplay',
	attendedReplaySeconds.displayName,
);

export const dateRange: INodeProperties = {
	displayName: 'Date Range',
	name: 'dateRange',
	type: 'options',
	options: [
		{ name: 'All Time', value: ALL },
		{ name: 'Last 30 Days', value: 8 },
		{ name: 'Last 7 Days', value: 5 },
		{ name: 'Last Month', value: 7 },
		{ name: 'Last Week', value: 4 },
		{ name: 'This Month', value: 6 },
		{ name: 'This Week', value: 3 },
		{ name: 'Today', value: 1 },
		{ name: 'Yesterday', value: 2 },
	],
	default: ALL,
	description: 'Return only people who registered in this period',
};

export const purchased: INodeProperties = {
	displayName: 'Purchased',
	name: 'purchased',
	type: 'options',
	options: [
		{ name: 'All', value: ALL },
		{ name: 'Did Not Purchase', value: 2 },
		{ name: 'Purchased', value: 1 },
	],
	default: ALL,
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
		attendedLiveSeconds,
		attendedReplay,
		attendedReplaySeconds,
		dateRange,
		purchased,
		search,
	],
};

/** The chosen value; empty when it filters nothing. */
const choice = (field: INodeProperties) =>
	reading(option(field), (value) => (value === String(ALL) ? '' : value));

/** The active filters under the service's names. */
export const filterInput = reading(
	collection({
		attendedLive: choice(attendedLive),
		attendedLiveSeconds: text(attendedLiveSeconds),
		attendedReplay: choice(attendedReplay),
		attendedReplaySeconds: text(attendedReplaySeconds),
		purchased: choice(purchased),
		dateRange: choice(dateRange),
		search: text(search),
	}),
	(filter) =>
		withoutEmpty({
			attended_live: filter.attendedLive,
			attended_live_timestamp: readMoment(attendedLive, filter.attendedLive, filter.attendedLiveSeconds),
			attended_replay: filter.attendedReplay,
			attended_replay_timestamp: readMoment(
				attendedReplay,
				filter.attendedReplay,
				filter.attendedReplaySeconds,
			),
			purchased: filter.purchased,
			date_range: filter.dateRange,
			search: filter.search,
		}),
);

/** Seconds into the session; empty when the filter does not need them. */
function readMoment({ displayName }: INodeProperties, choice: string, seconds: string): string {
	if (choice !== String(LEFT_BEFORE) && choice !== String(LEFT_AFTER)) return '';
	if (/^\d+$/.test(seconds)) return seconds;
	throw new InputError(
		`${displayName} needs a time`,
		`Add ${displayName} Seconds under ${filters.displayName}, in seconds into the session, e.g. 600.`,
	);
}
