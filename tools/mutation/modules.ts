import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');

const sourcesIn = (folder: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
		.filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.node.ts'))
		.map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));

const byFolder: Record<string, string[]> = {};
for (const file of ['nodes', 'credentials'].flatMap(sourcesIn)) {
	(byFolder[dirname(file).replace('nodes/WebinarAccount/', '')] ??= []).push(file);
}

/** The source files of each folder of the package, such as `webinars` or `service/limiter`. */
export const modules: Readonly<Record<string, readonly string[]>> = byFolder;
