import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { type Plan, readAccountData } from '../../tools/probe/readAccountData';
import { main } from '../../tools/probe/main';
import { createReport } from '../../tools/probe/report';
import { type Exchange, ServiceReader } from '../../tools/probe/serviceReader';
import { NO_BROWSER, type Sandbox, startSandbox } from '../../sandbox';
import { inProcess } from '../support/inProcess';
import { problemsOfExample } from '../support/problemsOfExample';
import { responsesOfProbe } from '../support/publicExample';
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

/** Lets the service respond to a detail with other fields. */
function respondWithDetail(fields: object): void {
	const webinar = { webinar_id: 1, webinar_hash: 'x', name: 'x', title: 'x', ...fields };
	const body = { status: 'success', webinar };
	sandbox.fail({ kind: 'answer', status: 200, body, operation: 'webinar', times: Infinity });
}

describe('the probe', () => {
	it('sends only requests that change nothing, whose responses docs/openapi.yaml describes', async () => {
		const { summary, deviations } = await reportOn(EVERYTHING);
		expect(deviations).toBe(0);
		expect(summary).toMatch(/^\d+ responses, of which 0 differ from docs\/openapi\.yaml\n/);
		const operations = new Set(sandbox.calls.map(({ operation }) => operation));
		expect([...operations].sort()).toEqual(['countries', 'registrants', 'webinar', 'webinars']);
	});
});

describe("the probe's answers", () => {
	const PACKAGE = expect.stringMatching(
		/^Mozilla\/5\.0 \(compatible; n8n-nodes-webinarjam-everwebinar\/\d+\.\d+\.\d+\)$/,
	) as string;

	it('begin with the firewall, which the probe asks without a key and with both user agents', async () => {
		sandbox.fail({ kind: 'firewall', error: 1010, userAgent: NO_BROWSER, times: Infinity });
		const { summary } = await reportOn({ products: ['automated'] });
		expect(sandbox.calls.slice(0, 2)).toMatchObject([
			{ product: 'automated', userAgent: 'n8n', status: 403 },
			{ product: 'automated', userAgent: PACKAGE, status: 400 },
		]);
		expect(sandbox.calls.slice(2)).toEqual(
			sandbox.calls.slice(2).map(() => expect.objectContaining({ userAgent: PACKAGE }) as unknown),
		);
		expect(summary).toMatch(
			/^Which user agents does the firewall let pass\?\n {2}n8n: refused with error 1010 \(HTTP 403\) \| Mozilla\/5\.0 \(compatible; \S+\): passes \(HTTP 400\)$/m,
		);
	});

	it('say what the responses show about a webinar with registrants', async () => {
		sandbox.addRegistrants({ product: 'live', webinarId: live.oneSession }, [ANN]);
		const { summary } = await reportOn({ products: ['live'], webinar: String(live.oneSession) });
		for (const answer of [
			'an email address: found | the part of an email address before the @: found | a first name: found',
			'yes (totals 1, 0, 1)',
			'registration_url: /register/<webinar_id>/<webinar_hash>',
		])
			expect(summary).toContain(answer);
	});

	it.each([
		{ id: automated.quarterHourZone, answer: 'a region and city: dates do not move with the time zone' },
		{ id: automated.attendeeZone, answer: '"auto": dates move with the time zone' },
		{
			id: automated.attendeeLocalTime,
			answer: '"auto": dates are at the same local time in each time zone, but on other days',
		},
	])('say how dates change with the time zone: $answer', async ({ id, answer }) => {
		const { summary } = await reportOn({ products: ['automated'], webinar: String(id) });
		expect(summary).toContain(`How does a detail show that it follows the attendee?\n  ${answer}\n`);
	});

	it('are those without a key if the service rejects the key', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'webinar-probe-'));
		const argv = ['node', 'probe', '--url', sandbox.url, '--key', 'a-wrong-key'];
		const { exitCode, stdout, stderr } = await inProcess(
			async () => {
				await main(argv, new AbortController().signal);
				return 0;
			},
			{ cwd: folder },
		);
		await rm(folder, { recursive: true });
		expect([exitCode, stderr]).toEqual([1, 'error: the service rejects the request with 401.\n']);
		expect(stdout).toContain('n8n: passes (HTTP 400)');
		expect(stdout).toContain(
			'  /webinarjam/webinars: 400, so it exists | /api/webinarjam/countries: 400, so it exists',
		);
	});
});

describe("the probe's file", () => {
	it("has the form of the examples in the tests' fixtures, and the node can read its responses", async () => {
		sandbox.addRegistrants({ product: 'live', webinarId: live.oneSession }, 3);
		sandbox.addRegistrants({ product: 'automated', webinarId: automated.everyKind }, 3);
		const { file } = await reportOn(EVERYTHING);
		const responses = responsesOfProbe(file);
		const accepted = responses.filter(({ status }) => status === 200).map(({ path }) => path);
		expect(new Set(accepted)).toEqual(
			new Set([
				...['webinars', 'webinar', 'registrants', 'countries'].map((name) => `/webinarjam/${name}`),
				...['webinars', 'webinar', 'registrants'].map((name) => `/everwebinar/${name}`),
				'/api/webinarjam/countries',
			]),
		);
		expect(responses.flatMap(problemsOfExample)).toEqual([]);
	});

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
});
