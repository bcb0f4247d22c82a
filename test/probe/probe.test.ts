import { judge } from '../../tools/probe/judge';
import { type Plan, planned } from '../../tools/probe/run';
import { EMAIL, FOLLOWING, LIVE, probed } from './stage';

describe('The probe', () => {
	it('only reads, names every call beforehand, and notes no key', async () => {
		const plan: Plan = { products: ['live', 'automated'] };
		const { evidence, sandbox } = await probed(plan);
		const operations = new Set(sandbox.calls.map(({ operation }) => operation));
		const names = planned(plan).map((line) => line.split(' ')[0]);
		expect([...operations].filter((name) => !names.includes(name))).toEqual([]);
		expect([...operations].join()).not.toMatch(/register|unsubscribe/);
		expect(evidence.exchanges.length).toBeGreaterThan(20);
		expect(evidence.of('noKey', 'wrongKey').map(({ status }) => status)).toEqual([400, 401]);
		expect(JSON.stringify(evidence.exchanges)).not.toContain(sandbox.apiKey);
	});

	it.each([
		['slidingWindow', 'a sliding window: 5, 15, 5 accepted'],
		['fixedWindow', 'a fixed window: 5, 15, 20 accepted'],
		['leakyBucket', 'a leaky bucket: 5, 20, 12 accepted'],
	] as const)('tells how the service counts: %s', async (counting, seen) => {
		const { evidence } = await probed({ ...LIVE, limit: true }, { counting });
		const [verdict] = judge(evidence).filter(({ id }) => id === 'limit-counting');
		expect(verdict).toMatchObject({
			seen,
			result: counting === 'slidingWindow' ? 'confirmed' : 'contradicted',
		});
	});

	it('registers one address, and unsubscribes it', async () => {
		const { sandbox } = await probed({ ...FOLLOWING, register: EMAIL });
		const own = sandbox.registrants.filter(({ email }) => email === EMAIL);
		expect(own.length).toBeGreaterThan(0);
		expect(own.filter(({ subscribed }) => subscribed)).toEqual([]);
	});

	it.each([
		[{ ...LIVE, webinar: '4711' }, 'there is no webinar 4711 in the lists.'],
		[{ products: ['live'], register: EMAIL } as const, /add --product/],
	])('says what is wrong with %j', async (plan, message) => {
		await expect(probed(plan)).rejects.toThrow(message);
	});
});
