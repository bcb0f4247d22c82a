import type { ListEvent } from '../event';

export const webinarPublished: ListEvent = {
	watches: 'list',
	value: 'webinarPublished',
	name: 'Webinar Published',
	description: 'When the account has a new webinar',
	takes: [],
	sample: {
		webinar_id: 6,
		webinar_hash: 'sample',
		name: 'Sample Webinar',
		title: 'A Sample Webinar',
		description: 'An invented webinar',
		type: 'Single presentation',
		timezone: 'America/New_York',
		schedules: ['Fri, 31 Oct 2025, 12:00 PM'],
	},
};
