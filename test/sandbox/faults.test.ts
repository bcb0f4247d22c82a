import { setImmediate as nextTurn } from 'node:timers/promises';

import { request } from 'undici';

import { type Fault, startSandbox } from '../../sandbox';
import { useSandbox } from '../support/sandboxStage';

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const onboarding = { webinar_id: '1', schedule: '11', ...ann };
const containing = (member: object): unknown => expect.objectContaining(member);

const stage = useSandbox();
const { post, send } = stage;

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

	it.each<[string, Fault, object, number]>([
		[
			'any answer',
			{ kind: 'answer', status: 429, headers: { 'retry-after': '7' } },
			{ status: 429, headers: containing({ 'retry-after': '7' }), text: /Too many requests/ },
			0,
		],
		['a redirect', { kind: 'answer', status: 302, headers: { location: '/' } }, { status: 302, text: '' }, 0],
		[
			'an HTML page',
			{ kind: 'html' },
			{ status: 200, headers: containing({ 'content-type': 'text/html; charset=utf-8' }), text: /<h1>/ },
			0,
		],
		['half a JSON text', { kind: 'truncatedJson' }, { status: 200, text: /^\{"status":"success".*[^}]$/ }, 1],
		['nothing', { kind: 'emptyBody' }, { status: 200, text: '' }, 0],
		[
			'an error with status 200',
			{ kind: 'statusError', errors: 'No.' },
			{ status: 200, text: '{"status":"error","errors":"No."}' },
			0,
		],
		[
			'a user without id',
			{ kind: 'withoutUserId' },
			{ status: 200, text: /^(?!.*user_id).*"first_name":"Ann"/ },
			1,
		],
		['another date', { kind: 'otherDate' }, { status: 200, text: /"date":"2026-03-08 14:00"/ }, 1],
		['another schedule', { kind: 'otherSchedule' }, { status: 200, text: /"schedule":12,/ }, 1],
	])('can answer with %s', async (_, fault, answer, registered) => {
		stage.sandbox.fail(fault);
		const body = new URLSearchParams({ api_key: stage.sandbox.apiKey, ...onboarding });
		const { text, ...rest } = await send('/live/register', body.toString());
		const { text: expected, ...others } = { text: '', ...answer };
		expect(rest).toMatchObject(others);
		expect(text).toEqual(expect.stringMatching(expected || /^$/));
		expect(stage.sandbox.registrants).toHaveLength(registered);
	});

	it.each([
		['before', 'resetBefore', 0],
		['after', 'resetAfter', 1],
	] as const)('can cut the connection %s acting', async (_, kind, registered) => {
		stage.sandbox.fail({ kind });
		await expect(register()).rejects.toThrow();
		expect(stage.sandbox.registrants).toHaveLength(registered);
		expect(stage.sandbox.calls).toMatchObject([{ status: 0, counted: true }]);
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
