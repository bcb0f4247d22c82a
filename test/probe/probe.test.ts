import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { type Plan, readAccountData, readWithoutKey } from '../../tools/probe/readAccountData';
import { createReport } from '../../tools/probe/report';
import { type Exchange, ServiceReader } from '../../tools/probe/serviceReader';
import { type Sandbox, startSandbox } from '../../sandbox';
import { problemsOfRealResponse } from '../support/problemsOfRealResponse';
import { responsesOfProbe } from '../support/realResponse';
import { automated, live } from '../support/sandboxWebinars';

const ANN = {
	firstName: 'Annabelle',
	lastName: 'Leewright',
	email: 'annabelle.leewright@example.com',
	phone: '2025550143',
};
const EVERYTHING: Plan = { products: ['live', 'automated'] };

let now = 0;
let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: () => now });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** Probes the sandbox. Time passes only when the probe waits. */
async function probe(plan: Plan): Promise<Exchange[]> {
	const reader = new ServiceReader({
		account: readAccount({ apiKey: sandbox.apiKey, service: 'custom', baseUrl: sandbox.url }),
		sleep: async (milliseconds) => Promise.resolve((now += milliseconds)),
	});
	await readAccountData(reader, plan);
	return reader.exchanges;
}

async function reportOn(plan: Plan) {
	const { json, summary, deviations } = createReport(await probe(plan), sandbox.apiKey);
	const file: unknown = JSON.parse(json);
	return { json, summary, deviations, file };
}

/** Returns the requests for the details of a webinar. The probe also sends one without a key. */
const detailCalls = () =>
	sandbox.calls.filter(
		({ operation, parameters }) => operation === 'webinar' && parameters.webinar_id !== undefined,
	);

/** Returns a date in the form of a registrant's row. */
function inDays(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** Lets the service respond to a detail with other fields. */
function respondWithDetail(fields: object): void {
	const webinar = { webinar_id: 1, webinar_hash: 'x', name: 'x', title: 'x', ...fields };
	const body = { status: 'success', webinar };
	sandbox.fail({ kind: 'answer', status: 200, body, operation: 'webinar', times: Infinity });
}

describe('the probe', () => {
	it('sends only requests that change nothing', async () => {
		await probe(EVERYTHING);
		const operations = new Set(sandbox.calls.map(({ operation }) => operation));
		expect([...operations].sort()).toEqual(['countries', 'registrants', 'webinar', 'webinars']);
	});

	it('reads the newest webinars, and one webinar of each rare kind', async () => {
		await probe(EVERYTHING);
		const details = detailCalls();
		const ids = new Set(details.map(({ parameters }) => parameters.webinar_id));
		const expected = [
			live.oneSession,
			live.series,
			live.alwaysOn,
			live.rightNow,
			automated.everyKind,
			automated.attendeeZone,
			automated.rightNow,
			automated.justInTimeOnly,
		];
		expect([...ids]).toEqual(expected.map(String));
	});

	it("finds no difference between the sandbox's responses and docs/openapi.yaml", async () => {
		const { summary, deviations } = await reportOn(EVERYTHING);
		expect(deviations).toBe(0);
		expect(summary).toMatch(/^\d+ responses, of which 0 differ from docs\/openapi\.yaml\n/);
	});

	it('names the response fields that differ from docs/openapi.yaml', async () => {
		respondWithDetail({ schedules: 'none' });
		const { summary, deviations } = await reportOn({ products: ['live'], webinar: String(live.oneSession) });
		expect(deviations).toBe(1);
		expect(summary).toContain('/webinarjam/webinar (200): ');
		expect(summary).toContain('/webinar/schedules must be array');
	});

	it('fails if the webinar is not in the account', async () => {
		await expect(probe({ ...EVERYTHING, webinar: '4711' })).rejects.toThrow('there is no webinar 4711');
	});

	it('fails if the service rejects the API key', async () => {
		sandbox.fail({ kind: 'answer', status: 401, operation: 'webinars' });
		await expect(probe(EVERYTHING)).rejects.toThrow('the service rejects the request with 401.');
	});
});

describe("the probe's file", () => {
	it('contains no name, email address, phone number, link or API key', async () => {
		sandbox.addRegistrants({ product: 'live', webinarId: live.oneSession }, [ANN]);
		const { json } = await reportOn({ products: ['live'], webinar: String(live.oneSession) });
		const { token } = sandbox.registrants[0] ?? {};
		for (const secret of [
			...Object.values(ANN),
			'Onboarding',
			'kvn1042',
			token,
			sandbox.apiKey,
			sandbox.url,
		]) {
			expect(json).not.toContain(secret);
		}
	});

	it('replaces the key, email addresses and links in messages of the service', async () => {
		const secrets = [sandbox.apiKey, ANN.email, 'https://event.example/go/live/6/kvn1042'];
		const body = { status: 'error', message: `Not allowed: ${secrets.join(' and ')}` };
		sandbox.fail({ kind: 'answer', status: 422, body, operation: 'registrants', times: Infinity });
		const { json } = await reportOn({ products: ['live'], webinar: String(live.oneSession) });
		expect(json).toMatch(/"message": "Not allowed: key and email\d+@people\.example and link\d+"/);
	});

	it('replaces the same text with the same replacement everywhere', async () => {
		sandbox.addRegistrants({ product: 'live', webinarId: live.oneSession }, [ANN]);
		const { file } = await reportOn({ products: ['live'], webinar: String(live.oneSession) });
		const text = JSON.stringify(file);
		const [, replacement = ''] =
			/"phone_number":"text\d+","email":"(email\d+@people\.example)"/.exec(text) ?? [];
		expect(text).toContain(`"search":"${replacement}"`);
	});

	it('contains at most ten entries of a list', async () => {
		sandbox.addRegistrants({ product: 'live', webinarId: live.oneSession }, 12);
		const { json } = await reportOn({ products: ['live'], webinar: String(live.oneSession) });
		expect(json).toContain('"data: 10 entries and 2 more"');
	});
});

describe('the probe without a key', () => {
	it('sends no key, and says which path of the list of countries exists', async () => {
		const reader = new ServiceReader({
			account: readAccount({ apiKey: 'x'.repeat(36), service: 'custom', baseUrl: sandbox.url }),
			sleep: async (milliseconds) => Promise.resolve((now += milliseconds)),
		});
		await readWithoutKey(reader);
		expect(new Set(reader.exchanges.map(({ hasKey }) => hasKey))).toEqual(new Set([false]));
		const { summary, deviations } = createReport(reader.exchanges, sandbox.apiKey);
		expect(summary).toContain('/api/webinarjam/countries without a key: 400, so it exists');
		expect(summary).toContain(' | /webinarjam/countries without a key: 400, so it exists');
		for (const path of ['/webinarjam/webinars', '/everwebinar/webinar', '/everwebinar/registrants']) {
			expect(summary).toContain(`${path} without a key: 400, so it exists`);
		}
		expect(summary).not.toContain('Nothing in the responses tells.');
		expect(deviations).toBe(0);
	});

	it.each([
		{ status: 404, expected: 'so it does not exist' },
		{ status: 403, expected: 'so nothing is known' },
	])('says whether a path exists after a response with HTTP $status', ({ status, expected }) => {
		const exchange: Exchange = {
			product: 'live',
			path: '/webinarjam/countries',
			parameters: {},
			hasKey: false,
			status,
			headers: { 'content-type': 'text/html' },
			body: '<html></html>',
		};
		const { summary } = createReport([exchange], sandbox.apiKey);
		expect(summary).toContain(`/webinarjam/countries without a key: ${status}, ${expected}`);
	});
});

describe("the probe's summary", () => {
	const summaryOf = async (plan: Plan) => (await reportOn(plan)).summary;

	it('says which response field contains the custom fields', async () => {
		const summary = await summaryOf({ products: ['live'], webinar: String(live.customFields) });
		expect(summary).toMatch(/custom fields\?\n {2}custom_fields: fields label, type, required/);
	});

	it.each([
		{ newestFirst: false, order: 'IDs ascend' },
		{ newestFirst: true, order: 'IDs descend' },
	])(
		'says "$order" about the registrant list\'s order if newestFirst is $newestFirst',
		async ({ newestFirst, order }) => {
			sandbox.setRegistrantsList({ newestFirst });
			sandbox.addRegistrants({ product: 'live', webinarId: live.oneSession }, 30);
			const summary = await summaryOf({ products: ['live'], webinar: String(live.oneSession) });
			sandbox.setRegistrantsList({ newestFirst: false });
			expect(summary).toContain(`rows?\n  ${order}\n`);
		},
	);

	it.each([
		{ webinar: automated.everyKind, observation: 'a region and city: dates do not move' },
		{ webinar: automated.attendeeZone, observation: '"auto": dates move' },
	])('says whether dates move with the time zone: $observation', async ({ webinar, observation }) => {
		expect(await summaryOf({ products: ['automated'], webinar: String(webinar) })).toContain(
			`${observation} with the time zone`,
		);
	});

	it.each([
		{
			registration_url: 'https://event.webinarjam.com/gyywz/register/088v6bgy',
			shape: '/xxxxx/register/xxxxxxxx (without the webinar_hash)',
		},
		{
			registration_url: 'https://event.webinarjam.com/gyywz/register/hash77',
			shape: '/xxxxx/register/<webinar_hash>',
		},
		{
			registration_url: 'https://event.webinarjam.com/go/live/1/hash77ab12?key=secret',
			shape: '/go/live/<webinar_id>/<webinar_hash>xxxx?key',
		},
	])('says whether the code in a link is the webinar_hash: $shape', async ({ registration_url, shape }) => {
		respondWithDetail({ webinar_hash: 'hash77', registration_url });
		const summary = await summaryOf({ products: ['live'], webinar: String(live.oneSession) });
		expect(summary).toContain(`registration_url: ${shape}`);
		expect(summary).not.toMatch(/gyywz|088v6bgy|hash77|secret/);
	});

	/** Two people of whom only one date each is in the last 30 days. */
	const signedUpLately = { id: 7, signup_date: inDays(0), event: inDays(5) };
	const attendedLately = { id: 8, signup_date: inDays(-60), event: inDays(-10) };

	it.each([
		{ period: [signedUpLately], all: [], expected: 'the sign-up' },
		{ period: [attendedLately], all: [], expected: 'the session' },
		{ period: [], all: [attendedLately], expected: 'the sign-up' },
		{ period: [], all: [signedUpLately], expected: 'the session' },
		{ period: [signedUpLately], all: [attendedLately], expected: 'the sign-up' },
	])(
		'says by which date date_range selects: $expected, if it selects $period of $all',
		({ period, all, expected }) => {
			const exchange = (parameters: Exchange['parameters'], data: object[]): Exchange => ({
				product: 'live',
				path: '/webinarjam/registrants',
				parameters,
				hasKey: true,
				status: 200,
				headers: {},
				body: { status: 'success', registrants: { current_page: 1, last_page: 1, data } },
			});
			const exchanges = [
				exchange({ webinar_id: '1', page: '1' }, [...period, ...all]),
				exchange({ webinar_id: '1', page: '1', date_range: '8' }, period),
			];
			const { summary } = createReport(exchanges, sandbox.apiKey);
			expect(summary).toContain(`date_range select by?\n  ${expected}\n`);
		},
	);
});

describe("the probe's redaction", () => {
	it('replaces long numbers in unknown fields, hosts of customers, and names of people as field names', async () => {
		respondWithDetail({
			unknown: 2025550143,
			registration_url: 'https://annabelle.webinarjam.com/register/1234567/abc',
			answers: { 'Annabelle Leewright': 1, Annabelle: 2, annabelle: 3, 'annabelle@example.com': 4 },
			remark: { first_name: 'Annabelle' },
			message: 'The number 12025550143 is invalid.',
		});
		const { json, summary } = await reportOn({ products: ['live'], webinar: String(live.oneSession) });
		expect(json).not.toMatch(/2025550143|annabelle|1234567/i);
		expect(summary).not.toMatch(/annabelle/i);
		expect(json).toContain('"unknown": 1000000');
	});

	it('writes responses that the tests of test/fixtures/reality take without editing', async () => {
		sandbox.addRegistrants({ product: 'live', webinarId: live.oneSession }, [ANN]);
		sandbox.addRegistrants({ product: 'automated', webinarId: automated.everyKind }, 30);
		const { file } = await reportOn(EVERYTHING);
		const responses = responsesOfProbe(file);
		expect(responses[0]).toMatchObject({
			path: '/webinarjam/webinars',
			operation: 'webinars',
			product: 'live',
			form: { api_key: '<API_KEY>' },
			status: 200,
			headers: { 'content-type': 'application/json' },
			body: { status: 'success' },
		});
		expect(responses.flatMap(problemsOfRealResponse)).toEqual([]);
	});

	it('writes a response that differs so that the tests of test/fixtures/reality report it', async () => {
		const body = { status: 'success', webinar: 'none' };
		sandbox.fail({ kind: 'answer', status: 200, body, operation: 'webinar', times: Infinity });
		const { file } = await reportOn({ products: ['live'], webinar: String(live.oneSession) });
		const problems = responsesOfProbe(file).flatMap(problemsOfRealResponse);
		expect(problems).toContain('/webinarjam/webinar (200): /webinar must be object');
		expect(problems).toContainEqual(
			expect.stringContaining("the service's response has an unexpected format"),
		);
	});
});
