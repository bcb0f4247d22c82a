import { request } from 'undici';

import { type FaultName, namedFaults } from '../../sandbox';
import { useSandbox } from '../support/sandboxStage';

const stage = useSandbox();
const { page, post, send } = stage;
const registration = { webinar_id: '1', schedule: '11', first_name: 'Ann', email: 'ann@example.com' };

/** Chooses a fault on the overview page. The empty name switches all faults off. */
const choose = (name: FaultName | '') => send('/faults', `name=${name}`);

/** Requests the webinar list without a key. */
async function listAs(userAgent: string, accept = 'application/json') {
	const headers = { 'user-agent': userAgent, accept };
	const response = await request(`${stage.sandbox.url}/live/webinars`, { method: 'POST', headers });
	return { status: response.statusCode, text: await response.body.text() };
}

describe('a registration in the sandbox that fails', () => {
	it.each<{ name: FaultName; response: string | RegExp }>([
		{ name: 'register-502', response: /"status":502/ },
		{ name: 'register-disconnect', response: /other side closed|ECONNRESET/ },
		{ name: 'register-unreadable', response: /^SyntaxError/ },
	])('registers the person with $name', async ({ name, response }) => {
		await choose(name);
		const outcome = await post('/live/register', registration).then(JSON.stringify, String);
		expect(outcome).toMatch(response);
		expect(stage.sandbox.registrants).toMatchObject([{ email: 'ann@example.com' }]);
		expect((await post('/live/webinars')).status).toBe(200);
	});
});

describe("the sandbox's firewall", () => {
	it('refuses the user agents of programs before the API key is checked, and lets browsers pass', async () => {
		await choose('firewall-libraries');
		for (const userAgent of ['n8n', 'axios/1.12.0', 'node-fetch']) {
			const { status, text } = await listAs(userAgent);
			const refusal = { cloudflare_error: true, error_code: 1010, retryable: false };
			expect({ userAgent, status, json: JSON.parse(text) as unknown }).toMatchObject({
				userAgent,
				status: 403,
				json: refusal,
			});
		}
		const { status, text } = await listAs('Mozilla/5.0 (compatible; sample/1.0)');
		expect([status, text]).toEqual([400, expect.stringContaining('The api key field is required.')]);
	});

	it('responds with a page to a client that does not ask for JSON', async () => {
		await choose('firewall-libraries');
		const { status, text } = await listAs('n8n', '*/*');
		expect([status, text]).toEqual([
			403,
			expect.stringMatching(/^<!DOCTYPE html>[\s\S]*1010[\s\S]*Cloudflare/),
		]);
	});

	it.each<{ name: FaultName; expected: [status: number, text: RegExp] }>([
		{ name: 'firewall-1010-text', expected: [403, /^error code: 1010$/] },
		{ name: 'firewall-1020-json', expected: [403, /"error_code":1020/] },
		{ name: 'firewall-1015-html', expected: [429, /1015[\s\S]*rate limited/] },
	])(
		'refuses every request with $name until it is switched off',
		async ({ name, expected: [status, text] }) => {
			await choose(name);
			expect(await listAs('Mozilla/5.0 (X11)')).toEqual({
				status,
				text: expect.stringMatching(text) as unknown,
			});
			expect((await page('/')).html).toContain(`selected>${namedFaults[name].effect}<`);
			await choose('');
			expect((await post('/live/webinars')).status).toBe(200);
		},
	);
});
