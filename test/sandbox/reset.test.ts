import { DEFAULT_API_KEY, startSandbox, type Sandbox } from '../../sandbox';
import { post } from '../support/sandboxClient';

const ann = { firstName: 'Ann', email: 'ann@example.com' };

describe('reset', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ callsPerSecond: Infinity });
	});
	afterEach(() => sandbox.close());

	const statusOf = async (path: string, parameters = {}) => (await post(sandbox, path, parameters)).status;

	it('removes registrants and recorded requests', async () => {
		sandbox.addRegistrants({ product: 'live', webinarId: 1 }, [ann]);
		await statusOf('/live/webinars');
		sandbox.reset();
		expect(sandbox.registrants).toEqual([]);
		expect(sandbox.registrations).toEqual([]);
		expect(sandbox.calls).toEqual([]);
	});

	it('removes faults and pending before() callbacks', async () => {
		const change = jest.fn();
		sandbox.fail({ kind: 'answer', status: 503, operation: 'webinars', times: Infinity });
		sandbox.before({ operation: 'webinar' }, change);
		sandbox.reset();
		expect(await statusOf('/live/webinars')).toBe(200);
		expect(await statusOf('/live/webinar', { webinar_id: '1' })).toBe(200);
		expect(change).not.toHaveBeenCalled();
	});

	it('restores the webinars', () => {
		const { webinars } = sandbox;
		sandbox.setWebinars([]);
		sandbox.reset();
		expect(sandbox.webinars).toEqual(webinars);
	});

	it('restores the API key, even after it was replaced twice', async () => {
		sandbox.setApiKey('newer');
		sandbox.setApiKey('newest');
		sandbox.reset();
		expect(sandbox.apiKey).toBe(DEFAULT_API_KEY);
		expect(await statusOf('/live/webinars', { api_key: DEFAULT_API_KEY })).toBe(200);
		// A key that was never valid, and no longer one that was replaced.
		expect(await statusOf('/live/webinars', { api_key: 'newer' })).toBe(401);
	});

	it('restores the registrant list', async () => {
		sandbox.setRegistrantsList({ hasRegistrants: false });
		sandbox.reset();
		expect(await statusOf('/live/registrants', { webinar_id: '1' })).toBe(200);
	});

	it('restores the default limit, and forgets earlier requests', async () => {
		sandbox.setCallsPerSecond(1);
		expect(await statusOf('/live/webinars')).toBe(200);
		expect(await statusOf('/live/webinars')).toBe(429);
		sandbox.reset();
		expect(await statusOf('/live/webinars')).toBe(200);
		expect(await statusOf('/live/webinars')).toBe(200);
	});

	it('restores the latency', async () => {
		const latency = jest.fn(() => 0);
		sandbox.setLatency(latency);
		sandbox.reset();
		await statusOf('/live/webinars');
		expect(latency).not.toHaveBeenCalled();
	});
});
