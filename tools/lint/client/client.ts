import { deepEqual } from 'node:assert/strict';

import createClient from 'openapi-fetch';

import { startSandbox } from '../../../sandbox';
// Generated from docs/openapi.yaml: see `client` in tools/lint.ts.
import type { paths } from './service';

/** Lists, reads, registers and unsubscribes in the sandbox with a client that is generated from docs/openapi.yaml. */
async function main(): Promise<void> {
	const sandbox = await startSandbox();
	const client = createClient<paths>({
		baseUrl: sandbox.url,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		bodySerializer: formOf,
		fetch: (request) => fetch(new Request(request.url.replace('/webinarjam/', '/live/'), request)),
	});
	const key = { api_key: sandbox.apiKey };

	const { data: list } = await client.POST('/webinarjam/webinars', { body: key });
	if (list?.status !== 'success') throw new Error('No list of webinars');
	const { webinar_id = 0 } = list.webinars.find(({ name }) => name === 'Workshop') ?? {};
	const { data: detail } = await client.POST('/webinarjam/webinar', { body: { ...key, webinar_id } });
	if (detail?.status !== 'success') throw new Error('No detail of the webinar');

	const [session] = detail.webinar.schedules;
	const schedule = typeof session === 'object' ? Number(session.schedule) : 0;
	const answers = { whereDidYouHearAboutUs: 'A friend', 'topicsOfInterest[]': ['1', '3'] };
	const person = { webinar_id, schedule, first_name: 'Ann', email: 'ann@example.com' };
	await client.POST('/webinarjam/register', { body: { ...key, ...person, ...answers } });
	deepEqual(sandbox.registrants[0]?.answers, {
		whereDidYouHearAboutUs: ['A friend'],
		topicsOfInterest: ['Sales', 'Support & success'],
	});

	const { data: people } = await client.POST('/webinarjam/registrants', { body: { ...key, webinar_id } });
	if (people?.status !== 'success') throw new Error('No page of registrants');
	const { lead_id = 0 } = people.registrants.data[0] ?? {};
	const { response } = await client.POST('/webinarjam/unsubscribe', {
		body: { ...key, webinar_id, lead_id },
	});
	deepEqual([response.status, sandbox.registrants[0]?.subscribed], [204, false]);
	await sandbox.close();
}

/** Encodes a form as OpenAPI does by default, with a name for each value. */
function formOf(body: object = {}): URLSearchParams {
	const pairs = Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
		[value].flat().map((single): [string, string] => [name, String(single)]),
	);
	return new URLSearchParams(pairs);
}

void main();
