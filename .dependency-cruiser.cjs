// Which folder may import which others. `npm run lint` fails on any other import, and on a circle.

const NODE = 'nodes/WebinarAccount';
const inNode = (...folders) => folders.map((folder) => `${NODE}/${folder}`);
/** What n8n brings along. Nothing else is there at run time, except `createHash` of Node.js's own `crypto`. */
const HOST = ['zod/v4', 'luxon', 'n8n-workflow'];
const OF_NODE_JS = ['crypto'];

/** The rooms of the published package, from the top down: each may import those in the rows below it. */
const rooms = [
	['trigger', 'lists'],
	['operations'],
	['fields'],
	['registrants'],
	['webinars'],
	['service'],
	['utils'],
];

const published = [
	{ of: `${NODE}/[^/]+$`, mayImport: inNode(...rooms.flat()) },
	...rooms.flatMap((row, index) =>
		row.map((room) => ({
			of: `${NODE}/${room}/`,
			mayImport: inNode(...rooms.slice(index + 1).flat(), '__schema__'),
		})),
	),
	{ of: 'credentials/', mayImport: inNode('service', 'utils') },
];

/** What stays in the repository. The sandbox reads the service's interface independently of the nodes. */
const tools = [
	{ of: 'tools/cli/', mayImport: [] },
	{ of: 'sandbox/', mayImport: ['tools/cli'] },
	{ of: 'tools/probe/', mayImport: ['tools/cli', ...inNode('webinars', 'service', 'utils')] },
	{ of: 'tools/engine/', mayImport: [] },
	{ of: 'tools/realN8n/', mayImport: ['tools/cli', 'tools/engine'] },
	{ of: 'tools/n8nEditor/', mayImport: ['tools/cli', 'tools/engine', 'tools/realN8n', 'sandbox'] },
	{ of: 'tools/demo/', mayImport: ['tools/cli', 'tools/engine', 'sandbox', 'nodes'] },
	{ of: 'tools/bench/', mayImport: ['tools/cli', 'tools/engine', 'tools/realN8n', 'sandbox', 'nodes'] },
];

const startsWithOneOf = (paths) => `^(${paths.join('|')})(/|\\.|$)`;

const folderRule = ({ of, mayImport }) => ({
	name: `${of} imports only: ${mayImport.join(', ') || 'itself'}`,
	severity: 'error',
	from: { path: `^${of}` },
	to: { dependencyTypes: ['local'], pathNot: [`^${of}`, startsWithOneOf(mayImport)] },
});

const moduleRule = ({ of, modules = HOST }) => ({
	name: `${of} imports no modules but: ${modules.join(', ')}`,
	severity: 'error',
	from: { path: `^${of}` },
	to: {
		dependencyTypesNot: ['local'],
		pathNot: startsWithOneOf([...modules.map((name) => `node_modules/${name}`), ...OF_NODE_JS]),
	},
});

module.exports = {
	forbidden: [
		...[...published, ...tools].map(folderRule),
		...published.map(moduleRule),
		{ name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no circles between folders',
			severity: 'error',
			scope: 'folder',
			from: { path: `^${NODE}` },
			to: { circular: true },
		},
		{
			name: 'every folder is one of the rooms',
			severity: 'error',
			from: {},
			to: { path: `^${NODE}/[^/]+/`, pathNot: startsWithOneOf(inNode(...rooms.flat(), '__schema__')) },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|coverage|test/e2e/artefacts|tools/[^/]+/node_modules)/' },
		tsConfig: { fileName: 'tsconfig.dev.json' },
		tsPreCompilationDeps: true,
	},
};
