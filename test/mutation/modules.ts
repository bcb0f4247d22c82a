const NODE = 'nodes/WebinarAccount';

const filesIn = (folder: string, names: string[]) => names.map((name) => `${NODE}/${folder}/${name}.ts`);

/** The parts on which the most depends, and the files that each of them is made of. */
export const modules: Readonly<Record<string, readonly string[]>> = {
	queue: filesIn('client/limiter', [
		'adaptiveRate',
		'cooldown',
		'index',
		'limiter',
		'queue',
		'slidingWindow',
	]),
	guard: [
		'credentials/WebinarAccountApi.credentials.ts',
		...filesIn('transport', ['authenticate']),
		...filesIn('service', ['account', 'loopback']),
	],
	schema: filesIn('service', ['answer', 'problems', 'registrantsSchema', 'schemas']),
	zones: filesIn('service', ['timezone']),
	links: filesIn('service', ['emailTools', 'mergeTag', 'oneClickLink']),
};
