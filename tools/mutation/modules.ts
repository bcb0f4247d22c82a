const NODE = 'nodes/WebinarAccount';

const filesIn = (folder: string, names: string[]) => names.map((name) => `${NODE}/${folder}/${name}.ts`);

/** The parts on which the most depends, and the files that each of them is made of. */
export const modules: Readonly<Record<string, readonly string[]>> = {
	queue: filesIn('service/limiter', ['index', 'pacing']),
	guard: filesIn('service', ['account', 'key']),
	failures: filesIn('service', ['connect', 'failures']),
	schema: filesIn('service', ['response', 'schemas']),
	zones: filesIn('webinars', ['dates']),
	sessions: filesIn('webinars', ['choose', 'read', 'webinar']),
	links: filesIn('webinars', ['emailTools', 'oneClickLink']),
	registrants: filesIn('registrants', ['once', 'pages', 'register']),
	trigger: filesIn('trigger', ['poll', 'registrantEvent', 'rows', 'sessionStarting', 'state', 'watch']),
	fields: filesIn('fields', ['contact', 'customFieldEntries', 'field', 'filters', 'linkPerson', 'webinar']),
};
