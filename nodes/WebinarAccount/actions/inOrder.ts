/**
 * Works on items side by side, a bounded number at a time, and gives the results in the items' order. After a
 * failure no further item is begun; those under way are waited for.
 * @throws the failure of the first item that failed
 */
export async function inOrder<Item, Result>(
	items: readonly Item[],
	atOnce: number,
	work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures = new Map<number, unknown>();
	let next = 0;
	const worker = async () => {
		for (let index = next++; index < items.length && failures.size === 0; index = next++) {
			try {
				results[index] = await work(items[index] as Item, index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}
