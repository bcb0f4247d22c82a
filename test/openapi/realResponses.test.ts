import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { problemsOfResponse, problemsOfRequest } from '../../tools/probe/openApi';
import { realResponse } from '../support/realResponse';

const FOLDER = join(__dirname, '../fixtures/reality');

/** Fixtures that are not responses of the API, but pages for attendees and a webhook. */
const NOT_OF_THE_API = ['one-click-links', 'thank-you-page', 'webhook'];

const names = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''))
	.filter((name) => !NOT_OF_THE_API.includes(name));
const examples = names.map((name) => [name, realResponse(name)] as const);

describe('docs/openapi.yaml', () => {
	it.each(examples.filter(([, { operation }]) => operation))(
		"describes the real service's response: %s",
		(_name, { path, status, body }) => expect(problemsOfResponse(path, { status, body })).toEqual([]),
	);

	it.each(examples.filter(([, { status }]) => status < 300))(
		'describes the request that the real service accepted: %s',
		(_name, { path, form }) => expect(problemsOfRequest(path, form)).toEqual([]),
	);

	it('does not describe a path that the real service does not have', () => {
		const { path, form } = realResponse('error-unknown-route');
		expect(problemsOfRequest(path, form)).toEqual([`${path} is not described`]);
	});
});
