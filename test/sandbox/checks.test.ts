import { setImmediate as nextTurn } from 'node:timers/promises';

import { request } from 'undici';

import { failure } from '../support/sandboxClient';
import { useSandbox } from '../support/sandboxStage';

const onboarding = { webinar_id: '1', schedule: '11', first_name: 'Ann', email: 'ann@example.com' };

const stage = useSandbox();
const { page, post } = stage;

describe("the sandbox's handling of a request before the operation", () => {
	it('rejects a wrong API key, and does not record the key', async () => {
		const rejected = failure(401, { api_key: 'You must specify a valid API key' });
		expect(await post('/automated/webinars', { api_key: 'wrong' })).toEqual(rejected);
		expect(stage.sandbox.calls).toMatchObject([{ status: 401, counted: false, parameters: {} }]);
	});

	it('admits requests up to the limit per second, and counts only admitted requests', async () => {
		stage.sandbox.setCallsPerSecond(3);
		const responses = await Promise.all(Array.from({ length: 10 }, () => post('/live/webinars')));
		const throttled = responses.find(({ status }) => status === 429);
		expect(throttled?.json).toEqual({ status: 'error', message: 'Too many requests' });
		const { calls } = stage.sandbox;
		for (const { at, counted, status } of calls) {
			expect(counted).toBe(status === 200);
			const inLastSecond = calls.filter((call) => call.counted && call.at <= at && at - call.at < 1000);
			if (counted) expect(inLastSecond.length).toBeLessThanOrEqual(3);
			else expect(inLastSecond).toHaveLength(3);
		}
		expect((await page('/')).status).toBe(200);
	});

	it('counts a request when it arrives, but registers the person only after the latency', async () => {
		stage.sandbox.setLatency(3_600_000);
		const slow = post('/live/register', onboarding).catch((error: unknown) => error);
		while (stage.sandbox.calls.length === 0) await nextTurn();
		expect(stage.sandbox.calls).toMatchObject([{ counted: true, status: 0 }]);
		expect(stage.sandbox.registrants).toEqual([]);
		await stage.sandbox.close();
		expect(await slow).toBeInstanceOf(Error);
		await stage.begin();
	});

	it.each([
		{ path: '/live/webinars', status: 400 },
		{ path: '/registrants', status: 422 },
	])('rejects an unreadable body without showing a stack trace: POST $path', async ({ path, status }) => {
		const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' };
		const response = await request(stage.sandbox.url + path, { method: 'POST', headers, body: 'api_key=x' });
		const text = await response.body.text();
		expect(response.statusCode).toBe(status);
		expect(text).toMatch(/cannot be read/);
		expect(text).not.toMatch(/node:|\.js|Error/);
	});
});
