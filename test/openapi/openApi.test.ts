import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { type Sandbox, startSandbox } from '../../sandbox';
import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readResponse } from '../../nodes/WebinarAccount/service/response';
import { OpenApiCheck } from '../support/openApiCheck';
import { post } from '../support/sandboxClient';

const account = readAccount({ apiKey: 'a-key-of-the-account' });
const endpoints = {
	Webinars: 'webinars',
	Webinar: 'webinar',
	Registered: 'register',
	Registrants: 'registrants',
} as const;
type Name = keyof typeof endpoints;

interface ResponseDescription {
	content: { 'application/json': { examples: Record<string, { value: object }> } };
}
const { components } = parse(readFileSync(join(__dirname, '../../docs/openapi.yaml'), 'utf8')) as {
	components: { responses: Record<Name, ResponseDescription> };
};

describe('docs/openapi.yaml', () => {
	const examples = (Object.keys(endpoints) as Name[]).flatMap((name) =>
		Object.entries(components.responses[name].content['application/json'].examples).map(
			([example, { value }]) => [name, example, value] as const,
		),
	);

	it.each(examples)('has examples that the node can read: %s, %s', (name, _example, value) => {
		const response = { statusCode: 200, body: JSON.stringify(value) };
		expect(() => readResponse(endpoints[name], response, account)).not.toThrow();
	});
});

describe('OpenApiCheck', () => {
	const check = new OpenApiCheck({ requests: true });
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ inspectors: check.inspectors, callsPerSecond: Infinity });
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());

	it('reports a response that differs from docs/openapi.yaml', async () => {
		const registration = { type: 'free', fee: 0, currency: JSON.parse('7') as string } as const;
		sandbox.changeWebinar({ product: 'live', webinarId: 1 }, { registration });
		await post(sandbox, '/live/webinar', { webinar_id: '1' });
		const problem: unknown = expect.stringMatching(/^response of \/live\/webinar: .*registration_currency/);
		expect(check.take()).toEqual([problem]);
	});
});
