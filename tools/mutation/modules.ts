const NODE = 'nodes/WebinarAccount';

const filesIn = (folder: string, names: string[]) => names.map((name) => `${NODE}/${folder}/${name}.ts`);

/** The parts on which the most depends, and the files that each of them is made of. */
export const modules: Readonly<Record<string, readonly string[]>> = {
	queue: filesIn('service/limiter', ['adaptiveRate', 'index', 'queue', 'slidingWindow']),
	guard: filesIn('service', ['account', 'authenticate', 'redactSecret']),
	schema: filesIn('service', ['response', 'schemas']),
	zones: filesIn('webinars', ['dates', 'timezone']),
	sessions: filesIn('webinars', ['choose', 'reading']),
	registrants: filesIn('registrants', ['identity', 'simplify']),
	links: filesIn('webinars', ['mergeTag', 'oneClickLink']),
};
