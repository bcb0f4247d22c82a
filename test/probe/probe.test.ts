import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { type Plan, readAccountData } from '../../tools/probe/readAccountData';
import { createReport } from '../../tools/probe/report';
import { type Exchange, ServiceReader } from '../../tools/probe/serviceReader';
import { type Sandbox, startSandbox } from '../../sandbox';
import { live } from '../support/sandboxWebinars';

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
	it('sends only requests that change nothing', async () => {
		await probe(EVERYTHING);
		const operations = new Set(sandbox.calls.map(({ operation }) => operation));
		expect([...operations].sort()).toEqual(['countries', 'registrants', 'webinar', 'webinars']);
	});

	it("finds no difference between the sandbox's responses and docs/openapi.yaml", async () => {
		const { summary, deviations } = await reportOn(EVERYTHING);
		expect(deviations).toBe(0);
		expect(summary).toMatch(/^\d+ responses, of which 0 differ from docs\/openapi\.yaml\n/);
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
