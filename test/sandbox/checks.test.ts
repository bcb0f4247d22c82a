import { setImmediate as nextTurn } from 'node:timers/promises';

import { request } from 'undici';

import { DEFAULT_API_KEY } from '../../sandbox';
import { failure } from '../support/sandboxClient';
import { useSandbox } from '../support/sandboxStage';

const onboarding = { webinar_id: '1', schedule: '11', first_name: 'Ann', email: 'ann@example.com' };

const stage = useSandbox();
const { page, post } = stage;

describe('a call, before its operation,', () => {
	it('is rejected with a plain string for a wrong key, and no key is recorded', async () => {
		const rejected = failure(401, { api_key: 'You must specify a valid API key' });
		expect(await post('/automated/webinars', { api_key: 'wrong' })).toEqual(rejected);
		expect(stage.sandbox.calls).toMatchObject([{ status: 401, counted: false, parameters: {} }]);
	});

	it('has a key of the documented length by default', () => expect(DEFAULT_API_KEY).toHaveLength(64));

	it('is admitted as far as the limit of a second allows, and only then counted', async () => {
		stage.sandbox.setCallsPerSecond(3);
		const answers = await Promise.all(Array.from({ length: 30 }, () => post('/live/webinars')));
		const throttled = answers.find(({ status }) => status === 429);
		expect(throttled?.json).toEqual({ status: 'error', message: 'Too many requests' });
		const { calls } = stage.sandbox;
		expect(stage.sandbox.mostCallsInOneSecond()).toBe(3);
		expect(calls.map(({ counted }) => counted)).toEqual(calls.map(({ status }) => status === 200));
		for (const { at } of calls.filter(({ counted }) => !counted)) {
			const before = calls.filter((call) => call.counted && call.at <= at && at - call.at < 1000);
			expect(before).toHaveLength(3);
		}
		expect((await page('/')).status).toBe(200);
	});

	it('is counted when it arrives, and has an effect only after the latency', async () => {
		stage.sandbox.setLatency(3_600_000);
		const slow = post('/live/register', onboarding).catch((error: unknown) => error);
		while (stage.sandbox.calls.length === 0) await nextTurn();
		expect(stage.sandbox.calls).toMatchObject([{ counted: true, status: 0 }]);
		expect(stage.sandbox.registrants).toEqual([]);
		await stage.sandbox.close();
		expect(await slow).toBeInstanceOf(Error);
		await stage.begin();
	});

	it('gets no answer from a fault that hangs, until the sandbox closes', async () => {
		stage.sandbox.fail({ kind: 'hang' });
		const hanging = post('/live/webinars').catch(() => 'closed');
		while (stage.sandbox.calls.length === 0) await nextTurn();
		const another = post('/live/webinars').then(() => 'still waiting');
		expect(await Promise.race([hanging, another])).toBe('still waiting');
		await stage.sandbox.close();
		expect(await hanging).toBe('closed');
		await stage.begin();
	});

	it('is spoilt by a fault that is meant for it, after those it lets pass, as often as it says', async () => {
		const register = async (email = onboarding.email) =>
			(await post('/live/register', { ...onboarding, email })).status;
		const target = {
			operation: 'register',
			product: 'live',
			webinarId: 1,
			email: 'ANN@example.com',
		} as const;
		const fault = { ...target, kind: 'answer', status: 503 } as const;
		stage.sandbox.fail({ ...fault, skip: 1, times: 2 });
		for (const status of [200, 503, 503, 200]) expect(await register()).toBe(status);
		stage.sandbox.fail({ ...fault, times: Infinity });
		expect([await register('bo@example.com'), await register()]).toEqual([200, 503]);
		stage.sandbox.clearFaults();
		expect(await register()).toBe(200);
	});

	it.each([
		['/live/webinars', 400],
		['/registrants', 422],
	])('is rejected without a trace of the program if the body cannot be read: %s', async (path, status) => {
		const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' };
		const answer = await request(stage.sandbox.url + path, { method: 'POST', headers, body: 'api_key=x' });
		const text = await answer.body.text();
		expect(answer.statusCode).toBe(status);
		expect(text).toMatch(/cannot be read/);
		expect(text).not.toMatch(/node:|\.js|Error/);
	});
});
