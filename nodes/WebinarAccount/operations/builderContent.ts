import type { IBuilderHint } from 'n8n-workflow';

/**
 * Text that n8n's workflow builder (n8n 2.x) reads about an operation besides the form: an example of its parameters in
 * the builder's notation, and the output fields that people use most.
 */
interface OperationContent {
	title: string;
	parameters: string;
	outputFields: readonly string[];
}

const contents: Readonly<Record<string, OperationContent>> = {
	getAll: {
		title: 'List all webinars with their IDs',
		parameters: `returnAll: true`,
		outputFields: ['name', 'title', 'type', 'timezone', 'schedules', 'webinar_id'],
	},
	get: {
		title: 'Read one webinar with its sessions',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' }`,
		outputFields: [
			'name',
			'title',
			'timezone',
			'schedules',
			'registration_url',
			'direct_live_room_url',
			'webinar_id',
		],
	},
	getSessions: {
		title: 'List the sessions of the next seven days',
		parameters: `webinarScope: 'all',
returnAll: true,
filters: { withinDays: 7 }`,
		outputFields: [
			'title',
			'date',
			'timezone',
			'starts_at',
			'minutes_until_start',
			'registration_url',
			'webinar_id',
			'schedule',
		],
	},
	register: {
		title: 'Register each input item for the next session, nobody twice',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
schedule: { __rl: true, mode: 'id', value: 'next' },
firstName: expr('{{ $json.first_name }}'),
email: expr('{{ $json.email }}'),
options: { attendeeConsent: expr('{{ $json.consent }}'), ifAlreadyRegistered: 'return' }`,
		outputFields: [
			'first_name',
			'email',
			'skipped',
			'live_room_url',
			'replay_room_url',
			'date',
			'timezone',
			'starts_at',
			'webinar_title',
		],
	},
	createOneClickLink: {
		title: 'Make one link for all contacts of an email tool',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
schedule: { __rl: true, mode: 'number', value: '' },
linkFor: 'emailTool',
emailTool: 'mailchimp'`,
		outputFields: ['url', 'webinar_title', 'schedule_id'],
	},
	getRegistrants: {
		title: 'List the people whose session was yesterday',
		parameters: `webinarScope: 'one',
webinarId: { __rl: true, mode: 'id', value: '6' },
returnAll: true,
filters: { sessionDate: 'yesterday', attendedLive: 1 }`,
		outputFields: [
			'first_name',
			'last_name',
			'email',
			'starts_at',
			'attended_live',
			'entered_live',
			'time_live',
			'purchased',
			'live_room_url',
			'replay_room_url',
			'lead_id',
		],
	},
	unsubscribe: {
		title: 'Stop the emails of a webinar to one email address',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
unsubscribeBy: 'email',
email: expr('{{ $json.email }}')`,
		outputFields: ['success', 'webinar_id', 'email', 'lead_ids'],
	},
};

/** The content of all operations; the builder shows each only with its own operation. */
export const builderContent: NonNullable<IBuilderHint['extraTypeDefContent']> = Object.entries(contents).map(
	([operation, { title, parameters, outputFields }]) => ({
		displayOptions: { show: { operation: [operation] } },
		content: `<patterns>
<pattern title="${title}">
${parameters}
</pattern>
</patterns>
Output fields: ${outputFields.join(', ')}.`,
	}),
);
