// Which folder may import what, besides itself: imports run one way, and what knows the service does not know n8n.
// The picture of it is in docs/architecture.md.

const OUTSIDE = { n8n: 'n8n-workflow', schemas: 'zod/v4', times: 'luxon' };
const everything = Object.values(OUTSIDE);
const withoutN8n = [OUTSIDE.schemas, OUTSIDE.times];

const layers = [
	{ files: 'nodes/WebinarAccount/service/*.ts', folders: [], modules: withoutN8n },
	{ files: 'nodes/WebinarAccount/events/*.ts', folders: ['../service'], modules: withoutN8n },
	{ files: 'nodes/WebinarAccount/transport/*.ts', folders: ['../service'], modules: everything },
	{
		files: 'nodes/WebinarAccount/actions/*.ts',
		folders: ['../transport', '../service'],
		modules: everything,
	},
	{
		files: 'nodes/WebinarAccount/trigger/*.ts',
		folders: ['../actions', '../events', '../transport', '../service'],
		modules: everything,
	},
	{
		files: 'nodes/WebinarAccount/methods/*.ts',
		folders: ['../actions', '../transport', '../service'],
		modules: everything,
	},
	{
		files: 'nodes/WebinarAccount/*.ts',
		folders: ['./actions', './methods', './trigger'],
		modules: [OUTSIDE.n8n],
		isAlone: true,
	},
	{
		files: 'credentials/*.ts',
		folders: ['../nodes/WebinarAccount/transport', '../nodes/WebinarAccount/service'],
		modules: [OUTSIDE.n8n],
	},
];

const escaped = (text) => text.replace(/[./]/g, '\\$&');

/** Files of one folder import `./name`, others `<folder>/name`, and modules by their whole name. */
function restrictions({ files, folders, modules, isAlone = false }) {
	const allowed = [
		...(isAlone ? [] : ['\\./[^/]+$']),
		...folders.map((folder) => `${escaped(folder)}/[^/]+$`),
		...modules.map((name) => `${escaped(name)}$`),
	];
	const message = `${files} may import only from ${[...folders, ...modules].join(', ')}: see docs/architecture.md.`;
	return {
		files: [files],
		rules: {
			'no-restricted-imports': ['error', { patterns: [{ regex: `^(?!${allowed.join('|')})`, message }] }],
		},
	};
}

/** The sandbox reads the service's interface independently of the nodes, so that one reading checks the other. */
const sandboxAlone = {
	files: ['sandbox/**/*.ts'],
	rules: {
		'no-restricted-imports': [
			'error',
			{ patterns: [{ regex: '(^|/)nodes/', message: 'The sandbox shares no code with the nodes.' }] },
		],
	},
};

export const layerRules = [...layers.map(restrictions), sandboxAlone];
