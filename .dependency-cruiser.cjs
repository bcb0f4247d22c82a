// Which folder may import which others. `npm run lint` fails on any other import, and on a circle.

const NODE = 'nodes/WebinarAccount';
const inNode = (...folders) => folders.map((folder) => `${NODE}/${folder}`);
/** What n8n brings along. Nothing else is there at run time. */
const HOST = ['zod/v4', 'luxon', 'n8n-workflow'];
const WITHOUT_N8N = ['zod/v4', 'luxon'];

/** The published package, from the bottom up. */
const published = [
	{ of: `${NODE}/utils/`, mayImport: [], modules: WITHOUT_N8N },
	{ of: `${NODE}/service/`, mayImport: inNode('utils'), modules: WITHOUT_N8N },
	{ of: `${NODE}/client/`, mayImport: inNode('service', 'utils') },
	{ of: `${NODE}/operations/`, mayImport: inNode('client', 'service', 'utils') },
	{ of: `${NODE}/router/`, mayImport: inNode('operations', 'client', 'service', 'utils') },
	{
		of: `${NODE}/listSearch/`,
		mayImport: inNode('router/nodeError', 'operations', 'client', 'service', 'utils'),
	},
	{
		of: `${NODE}/credentialTest/`,
		mayImport: inNode('router/nodeError', 'client', 'service', 'utils'),
	},
	{ of: `${NODE}/trigger/(?!poll|fields)`, mayImport: inNode('service', 'utils'), modules: WITHOUT_N8N },
	{
		of: `${NODE}/trigger/(poll|fields)`,
		mayImport: inNode('trigger', 'router/nodeError', 'operations', 'client', 'service', 'utils'),
	},
	{
		of: `${NODE}/[^/]+$`,
		mayImport: inNode('router', 'operations', 'listSearch', 'credentialTest', 'trigger'),
	},
	{ of: 'credentials/', mayImport: inNode('client', 'service', 'utils') },
];

/** What stays in the repository. The sandbox reads the service's interface independently of the nodes. */
const tools = [
	{ of: 'cli/', mayImport: [] },
	{ of: 'sandbox/', mayImport: ['cli'] },
	{ of: 'openapi/', mayImport: ['cli', `${NODE}/service`] },
	{ of: 'places/', mayImport: ['cli'] },
	{ of: 'probe/', mayImport: ['cli', ...inNode('service', 'utils')] },
	{ of: 'engine/', mayImport: [] },
	{ of: 'realN8n/', mayImport: ['cli'] },
	{ of: 'n8nEditor/', mayImport: ['cli', 'engine', 'realN8n', 'sandbox'] },
	{ of: 'demo/', mayImport: ['cli', 'engine', 'sandbox', 'nodes'] },
	{ of: 'bench/', mayImport: ['cli', 'engine', 'realN8n', 'sandbox', 'nodes'] },
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
		pathNot: startsWithOneOf(modules.map((name) => `node_modules/${name}`)),
	},
});

module.exports = {
	forbidden: [
		...[...published, ...tools].map(folderRule),
		...published.map(moduleRule),
		{ name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|coverage|\\.stryker-tmp|test/e2e/artefacts)/' },
		tsConfig: { fileName: 'tsconfig.dev.json' },
		tsPreCompilationDeps: true,
	},
};
