import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { DEFAULT_API_KEY, startSandbox, type Fault, type Sandbox } from '../../sandbox';
import * as client from '../support/sandboxClient';
import { failure, success } from '../support/sandboxClient';

/** A Monday, 07:07 in New York; daylight saving begins there on the following Sunday. */
const NOW = Date.parse('2026-03-02T12:07:30Z');

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const onboarding = { webinar_id: '1', schedule: '11', ...ann };
const anywhere = { webinar_id: '102', schedule: '1021', ...ann };
const required = (field: string) => [`The ${field} field is required.`];

type Tail<F> = F extends (first: Sandbox, ...rest: infer R) => unknown ? R : never;

let sandbox: Sandbox;
let now = NOW;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now });
});
beforeEach(() => {
	now = NOW;
	sandbox.reset();
	sandbox.setLatency(0);
	sandbox.setCallsPerSecond(Infinity);
});
afterAll(() => sandbox.close());

const send = (...args: Tail<typeof client.send>) => client.send(sandbox, ...args);
const post = (...args: Tail<typeof client.post>) => client.post(sandbox, ...args);
const page = (path: string) => client.page(sandbox, path);

const containing = (member: object): unknown => expect.objectContaining(member);
const schedulesOf = (dates: string[][]) =>
	success({
		webinar: containing({
			schedules: dates.map(([date, schedule, comment]) => ({ date, schedule: Number(schedule), comment })),
		}),
	});

describe('the checks before an operation', () => {
	it('answers any method but POST with 405', async () => {
		const { statusCode, headers, body } = await request(`${sandbox.url}/live/webinars`);
		expect([statusCode, headers.allow]).toEqual([405, 'POST']);
		expect(await body.json()).toMatchObject({ status: 'error' });
	});

	it('answers an unknown path with an HTML page', async () => {
		expect(await send('/live/nothing', '')).toMatchObject({ status: 404, text: /<html/ });
	});

	it('asks for the key with a list of errors, also when the body is JSON', async () => {
		const missing = { status: 'error', errors: { api_key: required('api key') } };
		const json = JSON.stringify({ api_key: sandbox.apiKey });
		for (const answer of [
			await send('/live/webinars', ''),
			await send('/live/webinars', json, 'application/json'),
		]) {
			expect([answer.status, JSON.parse(answer.text)]).toEqual([400, missing]);
		}
	});

	it('refuses a wrong key with a plain string, and does not record any key', async () => {
		const refused = failure(401, { api_key: 'You must specify a valid API key' });
		expect(await post('/automated/webinars', { api_key: 'wrong' })).toEqual(refused);
		expect(sandbox.calls).toMatchObject([{ status: 401, counted: false, parameters: {} }]);
	});

	it('has a key of the documented length', () => expect(DEFAULT_API_KEY).toHaveLength(64));

	it('admits no more calls in a second than the limit allows, and counts only those', async () => {
		sandbox.setCallsPerSecond(3);
		const answers = await Promise.all(Array.from({ length: 30 }, () => post('/live/webinars')));
		const refusals = answers.filter(({ status }) => status === 429);
		expect(refusals[0]?.json).toEqual({ status: 'error', message: 'Too many requests' });
		expect(sandbox.mostCallsInOneSecond()).toBe(3);
		expect(sandbox.calls).toHaveLength(30);

		const admitted = sandbox.calls.filter(({ counted }) => counted).map(({ at }) => at);
		const refused = sandbox.calls.filter(({ status }) => status === 429).map(({ at }) => at);
		expect([admitted.length + refused.length, refusals.length]).toEqual([30, refused.length]);
		for (const moment of refused) {
			expect(admitted.filter((at) => at <= moment && moment - at < 1000)).toHaveLength(3);
		}
		expect((await page('/')).status).toBe(200);
	});

	it('counts a call when it arrives and acts only after the latency', async () => {
		sandbox.setLatency({ min: 3_600_000, max: 7_200_000 });
		const slow = post('/live/register', onboarding).catch((error: unknown) => error);
		while (sandbox.calls.length === 0) await nextTurn();
		expect(sandbox.calls).toMatchObject([{ counted: true, status: 0 }]);
		expect(sandbox.registrants).toEqual([]);
		await sandbox.close();
		expect(await slow).toBeInstanceOf(Error);
		sandbox = await startSandbox({ now: () => now });
	});
});

describe('list and detail', () => {
	it('lists live webinars with type and phrases, one type spelt with a capital N', async () => {
		const { json } = await post('/live/webinars');
		const series = {
			...{ webinar_id: 2, webinar_hash: 'gxs2718', name: 'Growth Series', title: 'Three evenings on growth' },
			description: 'Three weekly presentations. One registration covers all of them.',
			type: 'Series of presentations',
			schedules: ['Tue, 3 Mar 2026, 06:00 PM', 'Tue, 10 Mar 2026, 06:00 PM', 'Tue, 17 Mar 2026, 06:00 PM'],
			timezone: 'Europe/London',
		};
		const webinars = [
			...[1, series, 3, { name: 'Flash Demo', type: 'Right Now', schedules: ['Right now'] }, 5, 6],
			...[{ schedules: [] }, 8, 9],
		].map((webinar): unknown =>
			typeof webinar === 'number' ? containing({ webinar_id: webinar }) : containing(webinar),
		);
		expect(json).toEqual({ status: 'success', webinars });
	});

	it('lists automated webinars without a type, a right-now one without schedules', async () => {
		const { json } = await post('/automated/webinars');
		expect(json).toMatchObject({
			webinars: [
				{ schedules: ['Instant replay', 'Just in time', 'Every day, 01:00 PM'] },
				{ schedules: ['Every day, 11:00 AM', 'Every weekday, 06:00 PM'], timezone: 'auto-detect' },
				...[{ schedules: [] }, { schedules: ['Every weekday, 09:30 AM'] }, {}, { schedules: [] }, {}, {}],
			],
		});
		expect(JSON.stringify(json)).not.toContain('"type"');
	});

	it('gives the whole detail of a paid webinar', async () => {
		expect(await post('/live/webinar', { webinar_id: '6' })).toEqual(
			success({
				webinar: {
					...{ webinar_id: 6, webinar_hash: 'crt6683', name: 'Certification', type: 'Single presentation' },
					title: 'Certified practitioner day',
					description: 'A paid day of training that ends with the exam.',
					schedules: [{ date: '2026-03-16 09:00', schedule: 61, comment: 'Mon, 16 Mar 2026, 09:00 AM' }],
					timezone: 'America/New_York',
					presenters: [containing({ name: 'Priya Sharma', email: 'priya.sharma@example.com' })],
					registration_url: `${sandbox.url}/register/6/crt6683`,
					...{ registration_type: 'paid', registration_fee: 149, registration_currency: 'USD' },
					registration_checkout_url: 'https://pay.example.com/certification',
					registration_post_payment_url: 'https://pay.example.com/certification/thanks',
					direct_live_room_url: `${sandbox.url}/room/live/crt6683`,
					direct_replay_room_url: `${sandbox.url}/room/replay/crt6683`,
				},
			}),
		);
	});

	it('leaves out what the settings do not enable, and can give a null type', async () => {
		const { json } = await post('/live/webinar', { webinar_id: '5' });
		expect(json).toMatchObject({ webinar: { type: null, registration_type: 'free', registration_fee: 0 } });
		expect(JSON.stringify(json)).not.toMatch(/registration_(currency|checkout|post)/);
	});

	it('shows as many automated sessions as the setting says, the rolling ones first', async () => {
		expect(await post('/automated/webinar', { webinar_id: '101', timezone: 'GMT+9' })).toEqual(
			schedulesOf([
				['2026-03-02 07:07', '1011', 'Instant replay'],
				['2026-03-02 07:15', '1012', 'Just in time'],
				...['02', '03', '04'].map((day) => [`2026-03-${day} 13:00`, '1013', 'Every day, 01:00 PM']),
			]),
		);
		const rightNow = schedulesOf([['2026-03-02 05:07', '1031', 'Right now']]);
		expect(await post('/automated/webinar', { webinar_id: '103' })).toEqual(rightNow);
		expect(await post('/automated/webinar', { webinar_id: '106' })).toEqual(schedulesOf([]));
	});

	it.each([
		['EST without a zone', {}, '2026-03-02 11:00', '2026-03-02 18:00'],
		['the zone passed', { timezone: 'GMT+4:30' }, '2026-03-02 20:30', '2026-03-03 03:30'],
	])('converts the dates of an auto-detect webinar to %s', async (_, zone, daily, weekday) => {
		const { json } = await post('/automated/webinar', { webinar_id: '102', ...zone });
		const schedules: unknown = expect.arrayContaining([
			{ date: daily, schedule: 1021, comment: 'Every day, 11:00 AM' },
			{ date: weekday, schedule: 1022, comment: 'Every weekday, 06:00 PM' },
		]);
		expect(json).toMatchObject({ webinar: { schedules } });
	});

	it('never offers a date that has passed, however long the sandbox runs', async () => {
		now = Date.parse('2031-07-19T20:00:00Z');
		const { json } = await post('/live/webinar', { webinar_id: '2' });
		expect(json).toMatchObject({
			webinar: { schedules: [{ date: '2031-07-22 18:00', schedule: 21 }, {}, {}] },
		});
	});

	it.each([
		['/live/webinar', {}, 400, { webinar_id: required('webinar id') }],
		['/live/webinar', { webinar_id: '101' }, 422, { webinar_id: ['The selected webinar id is invalid.'] }],
		[
			'/automated/webinar',
			{ webinar_id: '102', timezone: 'EST' },
			422,
			{ timezone: ['The timezone format is invalid.'] },
		],
	])('refuses %s with %j', async (path, parameters, status, errors) => {
		expect(await post(path, parameters)).toEqual(failure(status, errors));
	});
});

describe('register', () => {
	it('answers with the user of a live webinar and keeps every parameter', async () => {
		const extras = {
			last_name: 'Lee',
			ip_address: '203.0.113.7',
			country: 'US',
			timezone_id: '3',
			twilio_consent: '1',
		};
		const { json } = await post('/live/register', { ...onboarding, ...extras, date: '1999-01-01 00:00' });
		const { token = '', parameters } = sandbox.registrants[0] ?? {};
		expect(json).toEqual({
			status: 'success',
			user: {
				...{ webinar_id: 1, webinar_hash: 'kvn1042', user_id: sandbox.registrants[0]?.userId },
				...{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', password: null },
				...{ schedule: 11, date: '2026-03-07 14:00', timezone: 'America/New_York' },
				live_room_url: `${sandbox.url}/room/live/${token}`,
				replay_room_url: `${sandbox.url}/room/replay/${token}`,
				thank_you_url: `${sandbox.url}/thank-you/${token}`,
			},
		});
		expect(parameters).toEqual({ ...onboarding, ...extras, date: '1999-01-01 00:00' });
	});

	it('registers to all sessions of a series at once', async () => {
		await post('/live/register', { webinar_id: '2', schedule: '21', ...ann, last_name: 'Lee' });
		const sessions = ['2026-03-03 18:00', '2026-03-10 18:00', '2026-03-17 18:00'];
		expect(sandbox.registrants).toMatchObject([{ schedule: 21, date: sessions[0], sessions }]);
	});

	it('registers to the automated session on the date, in the zone of the detail', async () => {
		const date = '2026-03-03 20:30';
		const answer = await post('/automated/register', { ...anywhere, date, timezone: 'GMT+4:30' });
		expect(answer).toEqual(success({ user: containing({ schedule: '1021', date, timezone: 'GMT+4:30' }) }));
		expect(sandbox.registrants).toMatchObject([{ sessions: [date] }]);
	});

	it('takes the first session of an automated schedule when no date is given', async () => {
		const answer = await post('/automated/register', anywhere);
		expect(answer).toEqual(success({ user: containing({ date: '2026-03-02 11:00', timezone: 'GMT-5' }) }));
	});

	it('still accepts a just-in-time date that a detail call showed a few minutes ago', async () => {
		now = NOW + 9 * 60_000;
		const shown = { webinar_id: '101', schedule: '1012', date: '2026-03-02 07:15', ...ann };
		expect((await post('/automated/register', shown)).status).toBe(200);
	});

	it.each(['2026-03-03 20:30', '2026-03-02 10:59'])(
		'registers nobody on the unknown date %s',
		async (date) => {
			const refused = failure(422, { date: ['The selected date is invalid.'] });
			expect(await post('/automated/register', { ...anywhere, date })).toEqual(refused);
			expect(sandbox.registrants).toEqual([]);
		},
	);

	it('registers the same person twice under two user ids', async () => {
		await post('/live/register', onboarding);
		await post('/live/register', onboarding);
		expect(new Set(sandbox.registrants.map(({ userId }) => userId)).size).toBe(2);
	});

	it('names every missing field at once, those of the webinar settings too', async () => {
		const fields = ['first_name', 'email', 'schedule', 'phone_country_code', 'phone'];
		const errors = Object.fromEntries(fields.map((field) => [field, required(field.replaceAll('_', ' '))]));
		expect(await post('/automated/register', { webinar_id: '104', first_name: ' ' })).toEqual(
			failure(400, errors),
		);
	});

	it.each([
		['schedule', '0', 'The selected schedule is invalid.'],
		['schedule', '21', 'The selected schedule is invalid.'],
		...['0x0b', '1.1e1', '11.0', '+11', '011'].map((value) => [
			'schedule',
			value,
			'The selected schedule is invalid.',
		]),
		['webinar_id', '99', 'The selected webinar id is invalid.'],
		['email', 'ann@example', 'The email must be a valid email address.'],
		['phone', '555-0100', 'The phone must contain digits only.'],
		['phone_country_code', '49', 'The phone country code format is invalid.'],
		['ip_address', 'here', 'The ip address must be a valid IP address.'],
	])('refuses the %s %s', async (field, value, message) => {
		const refused = failure(422, { [field]: [message] });
		expect(await post('/live/register', { ...onboarding, [field]: value })).toEqual(refused);
	});
});

describe('faults', () => {
	const register = () => post('/live/register', onboarding);

	it('spoils only the calls it is meant for, after those it lets pass, as often as it says', async () => {
		const target = {
			operation: 'register',
			product: 'live',
			webinarId: 1,
			email: 'ANN@example.com',
		} as const;
		sandbox.fail({ ...target, skip: 1, times: 2, kind: 'answer', status: 503 });
		const statuses = [];
		for (let call = 0; call < 4; call++) statuses.push((await register()).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
		sandbox.fail({ ...target, kind: 'answer', status: 503, times: Infinity });
		expect((await post('/live/register', { ...onboarding, email: 'bo@example.com' })).status).toBe(200);
		sandbox.clearFaults();
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
		sandbox.fail(fault);
		const body = new URLSearchParams({ api_key: sandbox.apiKey, ...onboarding });
		const { text, ...rest } = await send('/live/register', body.toString());
		const { text: expected, ...others } = { text: '', ...answer };
		expect(rest).toMatchObject(others);
		expect(text).toEqual(expect.stringMatching(expected || /^$/));
		expect(sandbox.registrants).toHaveLength(registered);
	});

	it.each([
		['before', 'resetBefore', 0],
		['after', 'resetAfter', 1],
	] as const)('can cut the connection %s acting', async (_, kind, registered) => {
		sandbox.fail({ kind });
		await expect(register()).rejects.toThrow();
		expect(sandbox.registrants).toHaveLength(registered);
		expect(sandbox.calls).toMatchObject([{ status: 0, counted: true }]);
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

describe('the one-click link', () => {
	const link = (query: string, webinar = '2/gxs2718') => page(`/register/1click/${webinar}?${query}`);
	const person = 'first_name=Zo%C3%AB&last_name=O%27Hara&email=zoe%2Bnews%40example.com';

	it('registers to the whole series and forwards to a thank-you page with the access link', async () => {
		const { status, location } = await link(`${person}&schedule_id=21`);
		const registrant = sandbox.registrants[0];
		expect(registrant).toMatchObject({ via: 'oneClickLink', email: 'zoe+news@example.com', schedule: 21 });
		expect(registrant?.sessions).toHaveLength(3);
		expect([status, location]).toEqual([302, `${sandbox.url}/thank-you/${registrant?.token}`]);
		const { html } = await page(location);
		const access = `/room/live/${registrant?.token}`;
		for (const text of ['Zoë', '2026-03-03 18:00', 'Europe/London', access]) expect(html).toContain(text);
		expect((await page(access)).html).toContain('Welcome, <bdi>Zoë</bdi>');
		expect((await page(access.replace('live', 'replay'))).status).toBe(200);
		expect((await page('/room/live/gxs2718')).status).toBe(200);
	});

	it('takes a value that only looks a little like a merge field', async () => {
		for (const name of ['5%25rebate 10%25 card', 'search %7Bgoogle%7D now']) {
			const { status } = await link(`first_name=${name}&last_name=B&email=a%40b.co&schedule_id=21`);
			expect(status).toBe(302);
		}
	});

	it('registers to all sessions of a recurring schedule in the attendee zone', async () => {
		await link(`${person}&timezone=GMT%2B2&schedule_id=1022`, '102/eva1202');
		const sessions = ['2026-03-03 01:00', '2026-03-04 01:00', '2026-03-05 01:00'];
		expect(sandbox.registrants).toMatchObject([{ timezone: 'GMT+2', sessions }]);
	});

	it.each<[string, string, string | undefined, string]>([
		['no first name', 'email=a%40b.co&last_name=B&schedule_id=21', undefined, 'no value for: first_name'],
		['no email', 'first_name=A&last_name=B&schedule_id=21', undefined, 'no value for: email'],
		['no session', person, undefined, 'no value for: schedule_id'],
		[
			'no required last name',
			'first_name=A&email=a%40b.co&schedule_id=21',
			undefined,
			'no value for: last_name',
		],
		['no required phone', `${person}&schedule_id=1041`, '104/wkc1404', 'phone_country_code, phone_number'],
		['a doubled &&', `${person}&&schedule_id=21`, undefined, '&amp;&amp; between two parameters'],
		['a doubled ?', `?${person}&schedule_id=21`, undefined, 'Use one ? before'],
		['an & at the end', `${person}&schedule_id=21&`, undefined, 'Use one ? before'],
		['the session under another name', `${person}&schedule=21`, undefined, 'no value for: schedule_id'],
		[
			'the phone under another name',
			`${person}&phone_country_code=%2B44&phone=20&schedule_id=1041`,
			'104/wkc1404',
			'no value for: phone_number',
		],
		['no ?', '', '2/gxs2718&first_name=A', 'The ? before the parameters'],
		['an unknown webinar', `${person}&schedule_id=21`, '77/gxs2718', 'no webinar with the number 77'],
		['an unknown token', `${person}&schedule_id=21`, '2/abc', 'does not belong to webinar 2'],
		['an unknown session', `${person}&schedule_id=22`, undefined, 'not a session number'],
		['no sessions at all', `${person}&schedule_id=1`, '7/dft7720', 'has no sessions'],
		['a just-in-time session', `${person}&schedule_id=1012`, '101/evb1101', 'Just in time'],
		['an instant replay', `${person}&schedule_id=1011`, '101/evb1101', 'Instant replay'],
		['no zone where it is needed', `${person}&schedule_id=1021`, '102/eva1202', 'has no timezone'],
		['a + left unencoded', `${person}&schedule_id=1021&timezone=GMT+2`, '102/eva1202', 'Write + as %2B'],
		['a word for a zone', `${person}&schedule_id=21&timezone=EST`, undefined, 'the form GMT-7'],
		...['*|EMAIL|*', '%EMAIL%', '%DATE%', '{{ email }}', '[[email]]', '~Contact.Email~'].map(
			(tag): [string, string, undefined, string] => [
				`the merge field ${tag}`,
				`first_name=A&email=${tag}&schedule_id=21`,
				undefined,
				tag,
			],
		),
	])('registers nobody with %s', async (_, query, webinar, reason) => {
		const { status, html } = await link(query, webinar);
		expect(status).toBe(422);
		expect(html).toContain(reason);
		expect(sandbox.registrants).toEqual([]);
	});
});

describe('a body that cannot be read', () => {
	const packed = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' };

	it.each(['/live/webinars', '/registrants'])(
		'is refused without a trace of the program: %s',
		async (path) => {
			const answer = await request(sandbox.url + path, {
				method: 'POST',
				headers: packed,
				body: 'api_key=x',
			});
			const text = await answer.body.text();
			expect(answer.statusCode).toBe(path === '/registrants' ? 422 : 400);
			expect(text).toMatch(/cannot be read/);
			expect(text).not.toMatch(/node:|\.js|Error/);
		},
	);
});

describe('the pages', () => {
	it('shows webinars and registrants with everything escaped', async () => {
		await post('/live/register', { ...onboarding, first_name: '<script>alert(1)</script>' });
		await post('/live/register', { ...onboarding, first_name: 'Newest' });
		const { html } = await page('/');
		expect(html).toContain('&lt;b&gt;Tips &amp; &quot;tricks&quot;&lt;/b&gt; 🚀');
		expect(html).toContain('Q&amp;A: &quot;Quotes&quot; &lt;b&gt;and&lt;/b&gt;');
		expect(html).not.toMatch(/<script|<b>/);
		expect(html.indexOf('Newest')).toBeLessThan(html.indexOf('&lt;script&gt;'));
		expect(html).toContain(sandbox.apiKey);
	});

	it('offers one-click links that work', async () => {
		const { html } = await page('/');
		const links = [...html.matchAll(/href="([^"]+1click[^"]+)"/g)].map(([, url = '']) =>
			url.replaceAll('&amp;', '&'),
		);
		expect(links).toHaveLength(15);
		for (const url of links) expect([url, (await page(url)).status]).toEqual([url, 302]);
	});

	it('has a registration page per webinar', async () => {
		expect((await page('/register/107/odd1707')).html).toContain('&lt;i&gt;tags&lt;/i&gt;');
		for (const path of ['wrong', '%FF']) expect((await page(`/register/107/${path}`)).status).toBe(404);
	});
});

describe('the command line', () => {
	const main = ['--import', 'tsx', 'sandbox/main.ts'];

	it('says what to enter in the credential, and ends on SIGTERM', async () => {
		const child = spawn(process.execPath, [...main, '--port', '0', '--key', 'my-key']);
		const exit = once(child, 'exit');
		let output = '';
		for await (const chunk of child.stdout) {
			output += String(chunk);
			if (output.includes('Ctrl+C')) child.kill('SIGTERM');
		}
		expect(output).toMatch(/Service URL +http:\/\/127\.0\.0\.1:\d+\n/);
		expect(output).toMatch(/API Key +my-key\n/);
		expect(await exit).toEqual([0, null]);
	});

	it.each([
		[
			'a port in use',
			() => ['--port', new URL(sandbox.url).port],
			/^error: port \d+ is in use; choose .*\n$/,
		],
		['a bad option', () => ['--latency', 'soon'], /^error: option .* It must be milliseconds, .*\n$/],
	])('ends with one sentence on %s', async (_, options, message) => {
		const failed = promisify(execFile)(process.execPath, [...main, ...options()]);
		await expect(failed).rejects.toMatchObject({
			code: 1,
			stderr: expect.stringMatching(message) as unknown,
		});
	});
});
