import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RequestHandler } from 'express';
import { z } from 'zod/v4';

import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readResponse } from '../../nodes/WebinarAccount/service/response';
import { startSandbox } from '../../sandbox';
import { fixtureFiles } from '../../tools/probe/fixtures';
import { OpenApiCheck } from '../support/openApiCheck';
import { post } from '../support/sandboxClient';
import { EMAIL, FIXED, FOLLOWING, LIVE, probed } from './stage';

/** Folders that people who ran the probe sent; see docs/probe.md. */
const FOLDER = join(__dirname, '../fixtures');
const received = existsSync(FOLDER) ? readdirSync(FOLDER) : [];

/** An answer that the probe wrote. */
const recording = z.object({
	step: z.string(),
	product: z.enum(['live', 'automated']),
	endpoint: z.enum(['webinars', 'webinar', 'register', 'registrants', 'unsubscribe', 'countries']),
	status: z.int(),
	body: z.unknown(),
});
type Recording = z.output<typeof recording>;

const read = (text: string) => recording.parse(JSON.parse(text));
const isGood = ({ status }: Recording) => status < 300;
const account = readAccount({ apiKey: 'a-key-of-the-account' });

/** Why the node cannot read an answer. */
function unreadable({ step, endpoint, status, body }: Recording): string[] {
	// No node reads the countries.
	if (status >= 300 || endpoint === 'countries') return [];
	try {
		readResponse(endpoint, { statusCode: status, body: JSON.stringify(body) }, account);
		return [];
	} catch (error) {
		return [`${step}: the node cannot read it: ${String(error)}`];
	}
}

/** Where answers are not as the OpenAPI description has them. */
async function undescribed(recordings: readonly Recording[]): Promise<string[]> {
	const check = new OpenApiCheck({ requests: false });
	let current: Recording | undefined;
	const replay: RequestHandler = (_request, response) =>
		void response.status(current?.status ?? 500).send(current?.body);
	const sandbox = await startSandbox({ inspectors: [...check.inspectors, replay] });
	const found: string[] = [];
	for (current of recordings.filter(({ body }) => typeof body === 'object')) {
		await post(sandbox, `/${current.product}/${current.endpoint}`);
		found.push(...check.take().map((text) => `${current?.step}: openapi.yaml: ${text}`));
	}
	await sandbox.close();
	return found;
}

/** The types of every member, e.g. `.webinars[].name string`. */
function typesIn(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return [`${path} list`, ...value.flatMap((one) => typesIn(one, `${path}[]`))];
	if (typeof value !== 'object' || value === null)
		return [`${path} ${value === null ? 'null' : typeof value}`];
	return [
		`${path} object`,
		...Object.entries(value).flatMap(([name, one]) => typesIn(one, `${path}.${name}`)),
	];
}

/** Members that the sandbox has with other types only. */
function otherTypes(one: Recording, ours: readonly Recording[]): string[] {
	const same = ours.filter(({ endpoint, product }) => endpoint === one.endpoint && product === one.product);
	const known = new Set(same.filter(isGood).flatMap(({ body }) => typesIn(body)));
	const paths = new Set([...known].map((text) => text.split(' ')[0]));
	return [...new Set(typesIn(isGood(one) ? one.body : {}))]
		.filter((text) => paths.has(text.split(' ')[0]) && !known.has(text))
		.map((text) => `${one.product}/${one.endpoint}: the sandbox has no ${text}`);
}

describe('Answers of the service', () => {
	let ours: Recording[];
	beforeAll(async () => {
		const plans = [LIVE, { ...LIVE, webinar: '8' }, FIXED, { ...FOLLOWING, register: EMAIL }];
		const files = await Promise.all(
			plans.map(async (plan) => fixtureFiles((await probed(plan)).evidence, [], [])),
		);
		const answers = files.flat().filter(({ name }) => name !== 'findings.json');
		ours = answers.map(({ text }) => read(text));
	});

	/** What this repository takes for other than it is. */
	const differences = async (recordings: readonly Recording[]) => [
		...recordings.flatMap(unreadable),
		...(await undescribed(recordings)),
		...recordings.flatMap((one) => otherTypes(one, ours)),
	];

	it('are the same when they come from the sandbox', async () => {
		expect(ours.length).toBeGreaterThan(20);
		expect(await differences(ours)).toEqual([]);
	});

	it.each([
		['has no date', { schedules: [{ schedule: 1 }] }, 'detail: openapi.yaml: '],
		[
			'has an identifier as a text',
			{ webinar_id: '6' },
			'live/webinar: the sandbox has no .webinar.webinar_id string',
		],
		['is a list', [], 'detail: the node cannot read it: '],
	])('differ when a webinar %s', async (_name, change, difference) => {
		const [detail] = ours.filter(({ step, product }) => step === 'detail' && product === 'live');
		const { webinar } = detail?.body as { webinar: object };
		const body = { status: 'success', webinar: Array.isArray(change) ? change : { ...webinar, ...change } };
		const other = { ...detail, body } as Recording;
		expect(await differences([other])).toContainEqual(expect.stringContaining(difference));
	});

	it('are as assumed in the folders of test/fixtures', async () => {
		for (const name of received) {
			const files = readdirSync(join(FOLDER, name)).filter((file) => file !== 'findings.json');
			const recordings = files.map((file) => read(readFileSync(join(FOLDER, name, file), 'utf8')));
			expect([name, await differences(recordings)]).toEqual([name, []]);
		}
	});
});
