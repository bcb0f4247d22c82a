import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { packPackage } from '../../tools/realN8n/packageTarball';
import { TestEngine } from '../support/engine';
import { matching } from '../support/matchers';

const root = join(__dirname, '../..');
/** Is below node_modules, so that the package can import n8n-workflow as it does inside n8n. */
const workspace = join(root, 'node_modules/.cache/tarball');
const unpacked = join(workspace, 'package');

/** Returns all files in a folder, as paths relative to another folder. */
function filesBelow(folder: string, from: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1));
}

describe('the published package', () => {
	let files: string[];

	beforeAll(async () => {
		rmSync(workspace, { recursive: true, force: true });
		mkdirSync(workspace, { recursive: true });
		execFileSync('tar', ['-xzf', await packPackage(workspace)], { cwd: workspace });
		files = filesBelow(unpacked, unpacked);
	});
	afterAll(() => rmSync(workspace, { recursive: true, force: true }));

	it('contains only the built sources, the README, the license and package.json', () => {
		const sources = ['nodes', 'credentials', 'icons'].flatMap((folder) =>
			filesBelow(join(root, folder), root),
		);
		const built = sources.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
		// The code reads the version from the copy of package.json in dist.
		const others = ['dist/package.json', 'LICENSE', 'README.md', 'package.json'];
		expect(files.sort()).toEqual([...built, ...others].sort());
		expect(built.every((file) => /\.(js|json|svg)$/.test(file))).toBe(true);
	});

	it('has no install scripts, executables or dependencies', () => {
		const text = readFileSync(join(unpacked, 'package.json'), 'utf8');
		const manifest = JSON.parse(text) as Record<string, object>;
		const scripts = ['preinstall', 'install', 'postinstall', 'prepare'].map((name) => `scripts.${name}`);
		const bundles = ['bundleDependencies', 'bundledDependencies', 'optionalDependencies'];
		for (const field of ['bin', ...bundles, ...scripts]) expect(manifest).not.toHaveProperty(field);
		expect(manifest).toMatchObject({ name: 'n8n-nodes-webinarjam-everwebinar', license: 'MIT' });
		expect([manifest.dependencies, manifest.peerDependencies]).toEqual([{}, { 'n8n-workflow': '*' }]);
	});

	it('is smaller than 600 kB', () => {
		const bytes = files.reduce((sum, file) => sum + statSync(join(unpacked, file)).size, 0);
		expect(bytes).toBeLessThan(600_000);
	});

	it('imports only modules that n8n or Node.js provides', () => {
		const imported = files
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [...readFileSync(join(unpacked, file), 'utf8').matchAll(/require\("([^"]+)"\)/g)])
			.map(([, name = '']) => name)
			.filter((name) => !name.startsWith('.'));
		expect([...new Set(imported)].sort()).toEqual(['crypto', 'luxon', 'n8n-workflow', 'zod/v4']);
	});

	it('loads in n8n with both nodes, the credential, the icons and the search aliases', async () => {
		const engine = await TestEngine.load(unpacked);
		const { descriptions } = engine;
		const codex = {
			alias: expect.arrayContaining(['webinar jam', 'ever webinar', 'evergreen webinar']) as string[],
		};
		expect(descriptions).toMatchObject([
			{ displayName: 'WebinarJam and EverWebinar', codex },
			{ displayName: 'WebinarJam and EverWebinar Trigger', group: ['trigger'], codex },
		]);
		expect(descriptions[1]).not.toHaveProperty('usableAsTool');
		expect(engine.credentialType.displayName).toBe('WebinarJam and EverWebinar API');
		for (const { iconUrl } of [...descriptions, engine.credentialType]) {
			const [light, dark] = [matching(/webinarAccount\.svg$/), matching(/webinarAccount\.dark\.svg$/)];
			expect(iconUrl).toEqual({ light, dark });
		}
		expect(existsSync(join(unpacked, 'dist/icons/webinarAccount.dark.svg'))).toBe(true);
	});
});
