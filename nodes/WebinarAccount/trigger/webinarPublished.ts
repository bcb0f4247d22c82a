import type { ListEvent } from './event';

/** The Webinar Published event, which the trigger detects in the webinar list. */
export const webinarPublished: ListEvent = {
	watches: 'list',
	value: 'webinarPublished',
	name: 'Webinar Published',
	action: 'On a new webinar',
	description: 'When a new webinar is published in the account',
	takes: [],
	sample: {
		webinar_id: 6,
		webinar_hash: 'sample',
		name: 'Sample Webinar',
		title: 'A Sample Webinar',
		description: 'A sample webinar',
		type: 'Single presentation',
		timezone: 'America/New_York',
		schedules: ['Fri, 31 Oct 2025, 12:00 PM'],
	},
};
