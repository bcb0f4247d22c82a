import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { problemsOfAnswer, problemsOfForm } from '../../tools/probe/openApi';
import { realResponse } from '../support/realResponse';

const FOLDER = join(__dirname, '../fixtures/reality');

/** Not responses of the API: what attendees follow, and what a webinar sends elsewhere. */
const NOT_OF_THE_API = ['one-click-links', 'thank-you-page', 'webhook'];

const names = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''))
	.filter((name) => !NOT_OF_THE_API.includes(name));
const examples = names.map((name) => [name, realResponse(name)] as const);

describe('The description of the service', () => {
	it.each(examples.filter(([, { operation }]) => operation))(
		'matches the real form of the response: %s',
		(_name, { path, status, body }) => expect(problemsOfAnswer(path, { status, body })).toEqual([]),
	);

	it.each(examples.filter(([, { status }]) => status < 300))(
		'matches the request of the response: %s',
		(_name, { path, form }) => expect(problemsOfForm(path, form)).toEqual([]),
	);

	it('does not describe a path that the service does not have', () => {
		const { path, form } = realResponse('error-unknown-route');
		expect(problemsOfForm(path, form)).toEqual([`${path} is not described`]);
	});
});
