import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { program } from 'commander';
import { format, resolveConfig } from 'prettier';

import { withDescriptions } from '../test/outputSchemas/descriptions';
import { SOURCE as SCHEMAS } from '../test/outputSchemas/schemaFolders';
import { realOutputs } from '../test/outputSchemas/outputs';
import { schemaOf } from '../test/outputSchemas/schema';
import { exitWith } from './cli/userError';

const ROOT = join(__dirname, '..');

/** Returns the texts of the generated files by their paths. */
async function generate(): Promise<Map<string, string>> {
	const files = new Map<string, string>();
	for (const [path, items] of await realOutputs()) {
		files.set(
			join(SCHEMAS, `${path}.json`),
			JSON.stringify({ ...withDescriptions(path, schemaOf(items)), version: 1 }, null, '\t'),
		);
	}
	for (const [file, text] of files) {
		files.set(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
	}
	return files;
}

/** Returns the existing files that are not generated any more. */
function obsoleteFiles(files: ReadonlyMap<string, string>): string[] {
	return readdirSync(SCHEMAS, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((file) => !files.has(file));
}

program.name('npm run generate').description("Writes the schemas of the nodes' outputs.").action(run);

async function run(): Promise<void> {
	const files = await generate();
	for (const file of obsoleteFiles(files)) {
		await rm(file);
		console.log(`Removed ${relative(ROOT, file)}`);
	}
	for (const [file, text] of files) {
		if (existsSync(file) && (await readFile(file, 'utf8')) === text) continue;
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
		console.log(`Wrote ${relative(ROOT, file)}`);
	}
}

program.parseAsync().catch(exitWith);
