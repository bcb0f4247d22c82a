import { assumptions } from '../../tools/probe/assumptions';
import { checks } from '../../tools/probe/checks';
import { judge } from '../../tools/probe/judge';
import { type Plan, planned } from '../../tools/probe/run';
import { EMAIL, FIXED, FOLLOWING, LIVE, probed } from './stage';

const ids = assumptions.map(({ id }) => id);
const unseen = assumptions.filter(({ probe }) => probe === 'nothing').map(({ id }) => id);

describe('The assumptions', () => {
	it('have a check, unless nothing can tell', () => {
		expect(new Set(ids).size).toBe(ids.length);
		expect(Object.keys(checks).sort()).toEqual(ids.filter((id) => !unseen.includes(id)).sort());
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
			expect(verdicts.filter(({ result }) => result === 'contradicted')).toEqual([]);
			for (const { id, result } of verdicts) if (result === 'confirmed') confirmed.add(id);
		}
		expect(ids.filter((id) => !confirmed.has(id))).toEqual(unseen);
	});

	it('only reads, names every call beforehand, and notes no key', async () => {
		const plan: Plan = { products: ['live', 'automated'], limit: false };
		const { evidence, sandbox } = await probed(plan);
		const operations = new Set(sandbox.calls.map(({ product, operation }) => `${product} ${operation}`));
		const names = planned(plan).map((line) => line.split(/ +/).slice(0, 2).join(' '));
		expect([...operations].filter((name) => !names.includes(name))).toEqual([]);
		expect([...operations].join()).not.toMatch(/register|unsubscribe/);
		expect(evidence.exchanges.length).toBeGreaterThan(20);
		expect(evidence.of('noKey', 'wrongKey').map(({ status }) => status)).toEqual([400, 401]);
		expect(JSON.stringify(evidence.exchanges)).not.toContain(sandbox.apiKey);
	});

	it('registers one address, and unsubscribes it', async () => {
		const { sandbox } = await probed({ ...FOLLOWING, register: EMAIL });
		const own = sandbox.registrants.filter(({ email }) => email === EMAIL);
		expect(own.length).toBeGreaterThan(0);
		expect(own.filter(({ subscribed }) => subscribed)).toEqual([]);
	});

	it.each([
		[{ ...LIVE, webinar: '4711' }, 'there is no webinar 4711 in the lists.'],
		[{ products: ['live'], limit: false, register: EMAIL } as const, /add --product/],
	])('says what is wrong with %j', async (plan, message) => {
		await expect(probed(plan)).rejects.toThrow(message);
	});
});
