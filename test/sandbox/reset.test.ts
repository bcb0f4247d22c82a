import { DEFAULT_API_KEY, startSandbox } from '../../sandbox';
import { post } from '../support/sandboxClient';

it('removes everything that a test changed in the sandbox', async () => {
	const sandbox = await startSandbox({ callsPerSecond: Infinity });
	const { webinars } = sandbox;
	const change = jest.fn();
	const latency = jest.fn(() => 0);
	sandbox.addRegistrants({ product: 'live', webinarId: 1 }, 2);
	sandbox.fail({ kind: 'answer', status: 503, times: Infinity });
	sandbox.before({ operation: 'webinars' }, change);
	sandbox.setWebinars([]);
	sandbox.setApiKey('newer');
	sandbox.setRegistrantsList({ hasRegistrants: false });
	sandbox.setCallsPerSecond(1);
	sandbox.setLatency(latency);
	await post(sandbox, '/live/webinars');
	latency.mockClear();

	sandbox.reset();
	expect(sandbox).toMatchObject({
		registrants: [],
		registrations: [],
		calls: [],
		apiKey: DEFAULT_API_KEY,
		webinars,
	});
	const responses = [
		await post(sandbox, '/live/webinars'),
		await post(sandbox, '/live/registrants', { webinar_id: '1' }),
		await post(sandbox, '/live/webinars', { api_key: 'newer' }),
	];
	expect(responses.map(({ status }) => status)).toEqual([200, 200, 401]);
	expect(change).not.toHaveBeenCalled();
	expect(latency).not.toHaveBeenCalled();
	await sandbox.close();
});
