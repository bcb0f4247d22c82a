import type { EndpointName } from '../../../nodes/WebinarAccount/service/endpoints';

/** Large answers: as documented, and of every form that is known to be slow to read. */

export interface LargeAnswer {
	statusCode: number;
	body: string;
}

const MAX_ENTRIES = 2500;
const MAX_VALUES = 50_000;

/** An answer of about that many bytes. */
type Shape = (endpoint: EndpointName, bytes: number) => LargeAnswer;

const session = { date: '2099-01-01 12:00', schedule: 11, comment: 'Every day, 12:00 PM' };
const registrant = {
	id: 1,
	lead_id: 2,
	schedule_id: 11,
	event_id: 4,
	first_name: 'Ann',
	email: 'ann@example.com',
	phone_country_code: '+44',
	phone_number: '2079460018',
	webinar: 'A webinar',
	schedule: 'Fri, 31 Oct 2025, 12:00 PM',
	attended_live: 'Yes',
	time_live: '00:10:00',
	links: { live_room: 'https://event.example.com/room/1', replay_room: 'https://event.example.com/replay/1' },
};
const webinar = {
	webinar_id: 1,
	webinar_hash: 'abc1234',
	name: 'A webinar',
	title: 'A webinar',
	description: 'What it is about',
	type: 'Single presentation',
	schedules: ['Every day, 12:00 PM'],
	timezone: 'Europe/London',
};
const user = { webinar_id: 1, user_id: 1, email: 'ann@example.com', schedule: 11, date: session.date };

/** JSON with this in the place of the list that the endpoint returns; in another member where it returns none. */
const around: Readonly<Record<EndpointName, (list: string) => string>> = {
	webinars: (list) => `{"status":"success","webinars":${list}}`,
	webinar: (list) =>
		`{"status":"success","webinar":${JSON.stringify(webinar).replace(/"schedules":\[[^\]]*\]/, `"schedules":${list}`)}}`,
	register: (list) => `{"status":"success","user":${JSON.stringify(user).slice(0, -1)},"more":${list}}}`,
	registrants: (list) => `{"status":"success","registrants":${list}}`,
	unsubscribe: (list) => `{"status":"success","more":${list}}`,
};

const entryOf: Readonly<Record<EndpointName, object>> = {
	webinars: webinar,
	webinar: session,
	register: session,
	registrants: registrant,
	unsubscribe: session,
};

/** An entry that comes before the odd ones, so that the list is not wrong as a whole. */
const list = (endpoint: EndpointName, entry: string, bytes: number) =>
	`[${JSON.stringify(entryOf[endpoint])}${`,${entry}`.repeat(bytes / (entry.length + 1))}]`;

const listing =
	(entry: string): Shape =>
	(endpoint, bytes) => ({ statusCode: 200, body: around[endpoint](list(endpoint, entry, bytes)) });

const rejecting = (errors: string): LargeAnswer => ({
	statusCode: 422,
	body: `{"status":"error","errors":${errors}}`,
});

/** Members with names that are all different. */
function members(bytes: number, value: string): string {
	const count = bytes / (10 + value.length);
	return Array.from({ length: count }, (_, index) => `"m${index}":${value}`).join(',');
}

export const shapes: Readonly<Record<string, Shape>> = {
	'as documented': (endpoint, bytes) => listing(JSON.stringify(entryOf[endpoint]))(endpoint, bytes),
	'as many entries as are read': (endpoint, bytes) => {
		const entry = JSON.stringify(entryOf[endpoint]);
		const values = entry.split(',').length + 2;
		const count = Math.min(MAX_ENTRIES - 2, MAX_VALUES / values);
		return listing(entry)(endpoint, Math.min(bytes, count * (entry.length + 1)));
	},
	'as many members as are read': (endpoint, bytes) => {
		const object = `{${members(Math.min(bytes, (MAX_ENTRIES - 2) * 11), '1')}}`;
		const count = Math.min(bytes / object.length, MAX_VALUES / MAX_ENTRIES - 1);
		return listing(object)(endpoint, count * (object.length + 1));
	},
	'one long text': (endpoint, bytes) => ({
		statusCode: 200,
		body: around[endpoint](list(endpoint, `"${'x'.repeat(bytes)}"`, bytes + 3)),
	}),
	'a list of numbers': listing('1'),
	'a list of empty objects': listing('{}'),
	'a list of empty lists': listing('[]'),
	'an object with many members': (endpoint, bytes) => listing(`{${members(bytes, '1')}}`)(endpoint, bytes),
	'nested lists': (endpoint, bytes) =>
		listing('['.repeat(bytes / 2) + ']'.repeat(bytes / 2))(endpoint, bytes),
	'an error with a long field name': (_endpoint, bytes) =>
		rejecting(`{"${'.1'.repeat(bytes / 2)}x":"Not now."}`),
	'an error with many fields': (_endpoint, bytes) => rejecting(`{${members(bytes, '["No"]')}}`),
	'an error with a long text': (_endpoint, bytes) => rejecting(`"${' '.repeat(bytes)}x"`),
	'an error with a page': (_endpoint, bytes) => ({ statusCode: 500, body: `<p>${'\n'.repeat(bytes)}</p>` }),
};
