import { z } from 'zod/v4';

/** Most ids that are remembered one by one: stored, random ids of 53 bits take 0.8 MB. */
export const MAX_IDS = 100_000;

/**
 * Ids as they are stored: every id up to `floor`, and those at the distances `steps` from it and from each other,
 * in base 36.
 */
export const storedIds = z.object({
	floor: z.int(),
	steps: z.string().regex(/^(?:[0-9a-z]+(?:,[0-9a-z]+)*)?$/),
});

type StoredIds = z.output<typeof storedIds>;

/** Ids of what was seen before: whole numbers from 0. */
export class KnownIds {
	static readonly none = new KnownIds(-1, new Set());

	private constructor(
		private readonly floor: number,
		private readonly ids: ReadonlySet<number>,
	) {}

	static read({ floor, steps }: StoredIds): KnownIds {
		let id = floor;
		const ids = steps === '' ? [] : steps.split(',').map((step) => (id += parseInt(step, 36)));
		return new KnownIds(floor, new Set(ids));
	}

	has(id: number): boolean {
		return id <= this.floor || this.ids.has(id);
	}

	/**
	 * The same with more. Where these would be too many, the lowest sink into the floor: what lies below it counts as
	 * known, so that nothing is ever reported twice.
	 */
	with(more: Iterable<number>): KnownIds {
		const ids = new Set(this.ids);
		for (const id of more) if (id > this.floor) ids.add(id);
		const excess = ids.size - MAX_IDS;
		if (excess <= 0) return new KnownIds(this.floor, ids);
		const sorted = [...ids].sort(ascending);
		return new KnownIds(sorted[excess - 1] ?? this.floor, new Set(sorted.slice(excess)));
	}

	/** The same with every id up to one. */
	upTo(id: number): KnownIds {
		const floor = Math.max(this.floor, id);
		return new KnownIds(floor, new Set([...this.ids].filter((known) => known > floor)));
	}

	store(): StoredIds {
		let before = this.floor;
		const steps = [...this.ids].sort(ascending).map((id) => {
			const step = (id - before).toString(36);
			before = id;
			return step;
		});
		return { floor: this.floor, steps: steps.join(',') };
	}
}

function ascending(one: number, other: number): number {
	return one - other;
}
