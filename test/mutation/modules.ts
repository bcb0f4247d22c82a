const NODE = 'nodes/WebinarAccount';

const filesIn = (folder: string, names: string[]) => names.map((name) => `${NODE}/${folder}/${name}.ts`);

/** The parts on which the most depends, and the files that each of them is made of. */
export const modules: Readonly<Record<string, readonly string[]>> = {
	queue: filesIn('client/limiter', ['adaptiveRate', 'cooldown', 'index', 'queue', 'slidingWindow']),
	guard: [...filesIn('client', ['authenticate']), ...filesIn('service', ['account', 'redactSecret'])],
	schema: filesIn('service', ['answer', 'schemas']),
	zones: filesIn('service', ['sessions/timezone']),
	links: filesIn('service', ['links/mergeTag', 'links/oneClickLink']),
};
