import { sampleAnswers } from '../../tools/openapi/examples';
import { type Sandbox, startSandbox } from '../../sandbox';
import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readResponse } from '../../nodes/WebinarAccount/service/response';
import { OpenApiCheck } from '../support/openApiCheck';
import { post } from '../support/sandboxClient';

const account = readAccount({ apiKey: 'a-key-of-the-account' });
const products = ['live', 'automated'] as const;
const endpoints = ['webinars', 'webinar', 'register', 'registrants'] as const;

describe('The description of the service', () => {
	const samples = products.flatMap((product) => endpoints.map((name) => [product, name] as const));

	it.each(samples)('has an example of %s/%s that the node reads', (product, name) => {
		const body = JSON.stringify({ status: 'success', ...sampleAnswers[product][name] });
		expect(() => readResponse(name, { statusCode: 200, body }, account)).not.toThrow();
	});
});

describe('The check of a sandbox against the description', () => {
	const check = new OpenApiCheck({ requests: true });
	let sandbox: Sandbox;
	beforeAll(
		async () => (sandbox = await startSandbox({ inspectors: check.inspectors, callsPerSecond: Infinity })),
	);
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());

	const person = { webinar_id: '102', first_name: 'Ann', email: 'ann@example.com', schedule: '56' };

	it.each([
		['a parameter that no operation has', '/live/webinars', { zone: 'GMT-5' }],
		['a zone in another form', '/automated/webinar', { webinar_id: '102', timezone: 'EST' }],
		['a timezone for a live webinar', '/live/webinar', { webinar_id: '1', timezone: 'GMT-5' }],
		[
			'a registration without an email',
			'/live/register',
			{ webinar_id: '1', first_name: 'A', schedule: '1' },
		],
		['a phone number with spaces', '/live/register', { ...person, phone: '20 25' }],
	])('reports %s', async (_name, path, parameters) => {
		await post(sandbox, path, parameters);
		expect(check.take()).toEqual([expect.stringContaining(path)]);
	});

	it('reports an answer that the description does not have', async () => {
		const webinar = { product: 'live', webinarId: 1 } as const;
		sandbox.changeWebinar(webinar, {
			registration: { type: 'free', fee: 0, currency: JSON.parse('7') as string },
		});
		await post(sandbox, '/live/webinar', { webinar_id: '1' });
		expect(check.take()).toEqual([
			expect.stringMatching(/^answer of \/live\/webinar: .*registration_currency/),
		]);
	});

	it('leaves out answers that are faults on purpose', async () => {
		sandbox.fail({ kind: 'answer', status: 200, body: { status: 'success', webinars: 7 } });
		await post(sandbox, '/live/webinars');
		expect(check.take()).toEqual([]);
	});
});
