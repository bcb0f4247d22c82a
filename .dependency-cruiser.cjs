// Lists the imports that each folder may have. `npm run lint` fails on any other import, and on circular imports.

const NODE = 'nodes/WebinarAccount';
const inNode = (...folders) => folders.map((folder) => `${NODE}/${folder}`);
/** The packages that n8n provides at run time. The published package has no other dependencies. */
const HOST = ['zod/v4', 'luxon', 'n8n-workflow'];
/** The published package uses only `createHash`. */
const OF_NODE_JS = ['crypto'];

/** The modules of the published package. A module may import all modules in the rows below its own. */
const moduleRows = [
	['operations', 'lists', 'trigger'],
	['fields'],
	['registrants'],
	['webinars'],
	['service'],
	['utils'],
];

const published = [
	{ of: `${NODE}/[^/]+$`, mayImport: inNode(...moduleRows.flat(), '__schema__') },
	...moduleRows.flatMap((row, index) =>
		row.map((name) => ({
			of: `${NODE}/${name}/`,
			// The user agent contains the package's name and version.
			mayImport: [...inNode(...moduleRows.slice(index + 1).flat(), '__schema__'), 'package'],
		})),
	),
	{ of: 'credentials/', mayImport: inNode('service', 'utils') },
];

/** Folders that are not published. The sandbox does not import the nodes, so that the tests compare two independent models. */
const tools = [
	{ of: 'tools/cli/', mayImport: [] },
	{ of: 'sandbox/', mayImport: [] },
	{ of: 'tools/sandbox/', mayImport: ['tools/cli', 'sandbox'] },
	{ of: 'tools/probe/', mayImport: ['tools/cli', ...inNode('webinars', 'service', 'utils')] },
	{ of: 'tools/engine/', mayImport: [] },
	{ of: 'tools/realN8n/', mayImport: ['tools/cli', 'tools/engine'] },
	{ of: 'tools/n8nEditor/', mayImport: ['tools/cli', 'tools/engine', 'tools/realN8n', 'sandbox'] },
	{ of: 'tools/demo/', mayImport: ['tools/cli', 'tools/engine', 'sandbox', 'nodes'] },
	{ of: 'tools/bench/', mayImport: ['tools/cli', 'tools/engine', 'sandbox', 'nodes'] },
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
		{ name: 'no circular imports', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no circular imports between folders',
			severity: 'error',
			scope: 'folder',
			from: { path: `^${NODE}` },
			to: { circular: true },
		},
		{
			name: 'every folder is one of the modules',
			severity: 'error',
			from: {},
			to: { path: `^${NODE}/[^/]+/`, pathNot: startsWithOneOf(inNode(...moduleRows.flat(), '__schema__')) },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|coverage|test/e2e/artefacts|tools/[^/]+/node_modules)/' },
		tsConfig: { fileName: 'tsconfig.dev.json' },
		tsPreCompilationDeps: true,
	},
};
