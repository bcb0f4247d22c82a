const NODE = 'nodes/WebinarAccount';

const filesIn = (folder: string, names: string[]) => names.map((name) => `${NODE}/${folder}/${name}.ts`);

/** The parts on which the most depends, and the files that each of them is made of. */
export const modules: Readonly<Record<string, readonly string[]>> = {
	queue: filesIn('service/limiter', ['adaptiveRate', 'index', 'queue', 'slidingWindow']),
	guard: filesIn('service', ['account', 'key']),
	schema: filesIn('service', ['response', 'schemas']),
	zones: filesIn('webinars', ['dates', 'timezone']),
	sessions: filesIn('webinars', ['choose', 'find', 'read', 'reading', 'webinar']),
	registrants: filesIn('registrants', ['existing', 'identity', 'once', 'people', 'register']),
	links: filesIn('webinars', ['mergeTag', 'oneClickLink']),
};
