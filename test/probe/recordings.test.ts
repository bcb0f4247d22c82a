import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type FixtureFile, fixtureFiles, writeFixtures } from '../../tools/probe/fixtures';
import { judge } from '../../tools/probe/judge';
import { differences, type Recording, recordingsIn } from './recordings';
import { EMAIL, FIXED, FOLLOWING, LIVE, probed } from './stage';

/** Folders that people who ran the probe sent; see docs/probe.md. */
const FOLDER = join(__dirname, '../fixtures');
const received = existsSync(FOLDER)
	? readdirSync(FOLDER, { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => name)
	: [];

describe('Answers of the service', () => {
	const folder = mkdtempSync(join(tmpdir(), 'probe-'));
	let ours: Recording[] = [];
	beforeAll(async () => {
		const files: FixtureFile[] = [];
		for (const [index, plan] of [
			LIVE,
			{ ...LIVE, webinar: '8' },
			FIXED,
			{ ...FOLLOWING, register: EMAIL },
		].entries()) {
			const { evidence } = await probed(plan);
			const own = fixtureFiles(evidence, judge(evidence), []);
			files.push(...own.map(({ name, text }) => ({ name: `${index}-${name}`, text })));
		}
		await writeFixtures(
			folder,
			files.filter(({ name }) => !name.endsWith('findings.json')),
		);
		ours = recordingsIn(folder);
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	it('are the same when they come from the sandbox', async () => {
		expect(ours.length).toBeGreaterThan(20);
		expect(await differences(ours, ours)).toEqual([]);
	});

	it.each([
		['has no date', { schedules: [{ schedule: 1 }] }, 'detail: openapi.yaml: '],
		['has another fee', { registration_fee: 'none' }, 'detail: openapi.yaml: '],
		[
			'has an identifier as a text',
			{ webinar_id: '6' },
			'live/webinar: the sandbox has no string at .webinar.webinar_id',
		],
	])('differ when a webinar %s', async (_name, change, difference) => {
		const [detail] = ours.filter(({ step, product }) => step === 'detail' && product === 'live');
		if (!detail) throw new Error('no detail');
		const { webinar } = detail.body as { webinar: object };
		const other = { ...detail, body: { status: 'success', webinar: { ...webinar, ...change } } };
		expect(await differences([other], ours)).toContainEqual(expect.stringContaining(difference));
	});

	for (const name of received) {
		it(`are as assumed in test/fixtures/${name}`, async () => {
			expect(await differences(recordingsIn(join(FOLDER, name)), ours)).toEqual([]);
		});
	}
});
