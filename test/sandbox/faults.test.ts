import { setImmediate as nextTurn } from 'node:timers/promises';

import { request } from 'undici';

import { startSandbox } from '../../sandbox';
import { useSandbox } from '../support/sandboxStage';

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const onboarding = { webinar_id: '1', schedule: '11', ...ann };

const stage = useSandbox();
const { post } = stage;

// What each kind of fault does, test/faults asserts with the node.
describe('faults', () => {
	const register = () => post('/live/register', onboarding);

	it('spoils only the calls it is meant for, after those it lets pass, as often as it says', async () => {
		const target = {
			operation: 'register',
			product: 'live',
			webinarId: 1,
			email: 'ANN@example.com',
		} as const;
		stage.sandbox.fail({ ...target, skip: 1, times: 2, kind: 'answer', status: 503 });
		const statuses = [];
		for (let call = 0; call < 4; call++) statuses.push((await register()).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
		stage.sandbox.fail({ ...target, kind: 'answer', status: 503, times: Infinity });
		expect((await post('/live/register', { ...onboarding, email: 'bo@example.com' })).status).toBe(200);
		stage.sandbox.clearFaults();
		expect((await register()).status).toBe(200);
	});

	it('can leave a call without an answer until the sandbox closes', async () => {
		const other = await startSandbox();
		other.fail({ kind: 'hang' });
		const body = `api_key=${other.apiKey}`;
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const hanging = request(`${other.url}/live/webinars`, { method: 'POST', headers, body }).catch(String);
		while (other.calls.length === 0) await nextTurn();
		await other.close();
		expect(await hanging).toMatch(/Error/);
	});
});
