import { PromiseCache } from '../../../nodes/WebinarAccount/utils/async';
import { settled } from '../../../bench/simulation/virtualClock';

/** A cache whose answers are numbered as they are asked for. */
function numbered(maxEntries = 10) {
	const time = { now: 0 };
	const cache = new PromiseCache<number>(maxEntries, () => time.now);
	let asked = 0;
	const get = (key: string, since = 0) => cache.get(key, since, () => Promise.resolve(++asked));
	return { cache, time, get };
}

describe('answers to what many ask', () => {
	it('are asked for once for each key', async () => {
		const { get } = numbered();
		await expect(Promise.all([get('one'), get('one'), get('other')])).resolves.toEqual([1, 1, 2]);
		await expect(get('one')).resolves.toBe(1);
	});

	it('are as old as the moment at which they were asked for', async () => {
		const { get, time } = numbered();
		time.now = 1000;
		await get('one');
		time.now = 5000;
		await expect(get('one', 1000)).resolves.toBe(1);
		await expect(get('one', 1001)).resolves.toBe(2);
		await expect(get('one', 5000)).resolves.toBe(2);
	});

	it('are shared while they are on their way, whatever age is asked for', async () => {
		const { get } = numbered();
		await expect(Promise.all([get('one', Infinity), get('one', Infinity)])).resolves.toEqual([1, 1]);
		await expect(get('one', Infinity)).resolves.toBe(2);
	});

	it('are asked for again after a failure, which all who waited get', async () => {
		const cache = new PromiseCache<string>(10, () => 0);
		const fail = () => cache.get('one', 0, () => Promise.reject(new Error('failed')));
		const results = await Promise.allSettled([fail(), fail()]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		await expect(cache.get('one', 0, () => Promise.resolve('again'))).resolves.toBe('again');
	});

	it('outlive the failure of an answer that was forgotten', async () => {
		const cache = new PromiseCache<string>(10, () => 0);
		let fail = () => {};
		const failing = cache.get(
			'one',
			0,
			() => new Promise((_resolve, reject) => (fail = () => reject(new Error()))),
		);
		cache.delete('one');
		void cache.get('one', 0, () => Promise.resolve('kept'));
		fail();
		await expect(failing).rejects.toThrow();
		await settled();
		await expect(cache.get('one', 0, () => Promise.resolve('other'))).resolves.toBe('kept');
	});

	it('are bounded: the one that was asked for first is forgotten', async () => {
		const { get, time } = numbered(2);
		await get('one');
		await get('two');
		time.now = 1;
		await expect(get('one', 1)).resolves.toBe(3);
		await get('three');
		await expect(get('one')).resolves.toBe(3);
		await expect(get('two')).resolves.toBe(5);
	});

	it('can be forgotten, one or all', async () => {
		const { cache, get } = numbered();
		await get('one');
		await get('two');
		cache.delete('one');
		await expect(get('one')).resolves.toBe(3);
		cache.clear();
		await expect(get('two')).resolves.toBe(4);
	});
});
