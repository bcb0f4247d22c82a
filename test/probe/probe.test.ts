import { assumptions } from '../../tools/probe/assumptions';
import { checks } from '../../tools/probe/checks';
import { judge, type Result } from '../../tools/probe/judge';
import { type Plan, planned } from '../../tools/probe/run';
import { EMAIL, FIXED, FOLLOWING, LIVE, probed } from './stage';

const idsThat = (verdicts: ReturnType<typeof judge>, result: Result) =>
	verdicts.filter((verdict) => verdict.result === result).map(({ id }) => id);

const unseen = assumptions.filter(({ id }) => !(id in checks)).map(({ id }) => id);

describe('The assumptions', () => {
	it('have a check, unless nothing can tell', () => {
		const ids = assumptions.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(Object.keys(checks).filter((id) => !ids.includes(id))).toEqual([]);
		expect(unseen).toEqual(assumptions.filter(({ probe }) => probe === 'nothing').map(({ id }) => id));
	});
});

describe('The probe', () => {
	const everything: readonly Plan[] = [
		{ products: ['live', 'automated'], limit: true, countries: true },
		{ ...FOLLOWING, register: EMAIL },
		FIXED,
		{ ...LIVE, register: EMAIL },
		{ ...LIVE, webinar: '8', register: EMAIL },
	];

	it('confirms every assumption that it can see at the sandbox', async () => {
		const confirmed = new Set<string>();
		for (const plan of everything) {
			const verdicts = judge((await probed(plan)).evidence);
			expect(idsThat(verdicts, 'contradicted')).toEqual([]);
			for (const id of idsThat(verdicts, 'confirmed')) confirmed.add(id);
		}
		expect(assumptions.map(({ id }) => id).filter((id) => !confirmed.has(id))).toEqual(unseen);
	});

	it('only reads, and names every call beforehand', async () => {
		const plan: Plan = { products: ['live', 'automated'], limit: false };
		const { evidence, sandbox } = await probed(plan);
		const operations = new Set(sandbox.calls.map(({ product, operation }) => `${product} ${operation}`));
		const names = planned(plan).map((line) => line.split(/ +/).slice(0, 2).join(' '));
		expect([...operations].filter((name) => !names.includes(name))).toEqual([]);
		expect([...operations].join()).not.toMatch(/register|unsubscribe/);
		expect(evidence.exchanges.length).toBeGreaterThan(20);
	});

	it('tells which webinars take place at the same local time for everybody', async () => {
		const verdicts = judge((await probed({ ...FOLLOWING, webinar: '108' })).evidence);
		expect(idsThat(verdicts, 'contradicted')).toEqual(['zone-instant']);
	});

	it('says what the list of countries has', async () => {
		const verdicts = judge((await probed({ ...LIVE, countries: true })).evidence);
		const found = verdicts.find(({ id }) => id === 'countries');
		expect(found).toMatchObject({ result: 'confirmed', seen: 'members status, countries' });
		expect(planned({ ...LIVE, countries: true }).filter((line) => line.includes('countries'))).toHaveLength(
			2,
		);
	});

	it('never sends the key where it is not wanted', async () => {
		const { evidence, sandbox } = await probed(LIVE);
		const [noKey, wrongKey] = evidence.of('noKey', 'wrongKey').map(({ status }) => status);
		expect([noKey, wrongKey]).toEqual([400, 401]);
		expect(JSON.stringify(evidence.exchanges)).not.toContain(sandbox.apiKey);
	});

	it('registers one address, and unsubscribes it', async () => {
		const { sandbox } = await probed({ ...FOLLOWING, register: EMAIL });
		const own = sandbox.registrants.filter(({ email }) => email === EMAIL);
		expect(own.map(({ subscribed }) => subscribed)).toEqual(own.map(() => false));
		expect(own.length).toBeGreaterThan(0);
	});

	it.each([
		[{ ...LIVE, webinar: '4711' }, 'there is no webinar 4711 in the lists.'],
		[{ products: ['live'], limit: false, register: EMAIL } as const, /add --product/],
	])('says what is wrong with %j', async (plan, message) => {
		await expect(probed(plan)).rejects.toThrow(message);
	});
});
