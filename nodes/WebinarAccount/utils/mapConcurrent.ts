/**
 * Works on items side by side, a bounded number at a time, and gives the results in the items' order. After a
 * failure no further item is begun; those under way are waited for.
 * @throws the failure of the first item that failed
 */
export async function mapConcurrent<Item, Result>(
	items: readonly Item[],
	atOnce: number,
	work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures = new Map<number, unknown>();
	const queue = items.entries();
	const worker = async () => {
		for (const [index, item] of queue) {
			if (failures.size > 0) break;
			try {
				results[index] = await work(item, index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}
