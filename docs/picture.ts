import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run docs:picture` draws images/architecture.svg from architecture.dot. With `--check` it only compares, and
 * fails when the picture is not that of the text.
 */

const SOURCE = join(__dirname, 'architecture.dot');
const PICTURE = join(__dirname, 'images/architecture.svg');

async function picture(): Promise<void> {
	const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
	const graphviz = await Graphviz.load();
	const drawn = graphviz.dot(readFileSync(SOURCE, 'utf8'));
	if (!process.argv.includes('--check')) return writeFileSync(PICTURE, drawn);
	if (drawn === readFileSync(PICTURE, 'utf8')) return;
	console.error(`${PICTURE} is not up to date: run \`npm run docs:picture\`.`);
	process.exitCode = 1;
}

void picture();
