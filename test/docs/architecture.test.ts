import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGE = join(ROOT, 'docs/developers/architecture.md');
const NODE = join(ROOT, 'nodes/WebinarAccount');

const page = readFileSync(PAGE, 'utf8');

const sourcesIn = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));

/** The module of a file: its folder in the node, `nodes` for the two node classes, or `credentials`. */
function moduleOf(file: string): string {
	if (file.startsWith(join(ROOT, 'credentials'))) return 'credentials';
	const [folder = '', ...rest] = relative(NODE, file).split('/');
	return rest.length === 0 ? 'nodes' : folder;
}

/** Returns the imports between modules as the page writes them: "operations --> fields". */
function importsBetweenModules(): Set<string> {
	const found = new Set<string>();
	for (const file of [...sourcesIn(NODE), ...sourcesIn(join(ROOT, 'credentials'))]) {
		for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
			if (imported.endsWith('.json')) continue;
			const target = join(dirname(file), imported);
			const to = moduleOf(existsSync(`${target}.ts`) ? `${target}.ts` : join(target, 'index.ts'));
			if (to !== moduleOf(file)) found.add(`${moduleOf(file)} --> ${to}`);
		}
	}
	return found;
}

/** Returns the arrows of the page's diagram. "a & b --> c" is two arrows. */
function drawnImports(): string[] {
	const [, diagram = ''] = /```mermaid\n([^`]*)```/.exec(page) ?? [];
	return diagram.split('\n').flatMap((line) => {
		const [left, right] = line.trim().split(' --> ');
		if (left === undefined || right === undefined) return [];
		return left.split(' & ').flatMap((from) => right.split(' & ').map((to) => `${from} --> ${to}`));
	});
}

/** Whether the diagram leads from one module to the other, over any number of arrows. */
function isReachable(from: string, to: string, arrows: readonly string[]): boolean {
	return arrows.some((arrow) => {
		const [start = '', end = ''] = arrow.split(' --> ');
		return start === from && (end === to || isReachable(end, to, arrows));
	});
}

describe('the architecture diagram', () => {
	it('has an arrow only between modules that import each other', () => {
		const existing = importsBetweenModules();
		expect(drawnImports().length).toBeGreaterThan(5);
		expect(drawnImports().filter((arrow) => !existing.has(arrow))).toEqual([]);
	});

	it('leads from each module to all modules that the module imports', () => {
		const arrows = drawnImports();
		const missing = [...importsBetweenModules()].filter((arrow) => {
			const [from = '', to = ''] = arrow.split(' --> ');
			return !isReachable(from, to, arrows);
		});
		expect(missing).toEqual([]);
	});
});

describe('the architecture page', () => {
	it('names only source files that exist', () => {
		const files = ['nodes', 'credentials', 'sandbox', 'tools', 'test'].flatMap((folder) =>
			sourcesIn(join(ROOT, folder)),
		);
		const names = [...page.matchAll(/`([\w/]+(?:\.test)?\.ts)`/g)].map(([, name = '']) => name);
		expect(names.length).toBeGreaterThan(15);
		expect(names.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
	});
});
