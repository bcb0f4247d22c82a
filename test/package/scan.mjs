// Runs n8n's own checks on folders, each with what it is: the scanner, whose command line can only take a published
// package, and on a source the rules of n8n's tool, `n8n-node lint`.
//   scan.mjs <folder> source|tarball [<folder> source|tarball ...]
// Prints a list of what they find in each; an empty text where there is nothing.
import { config } from '@n8n/node-cli/eslint';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

async function lint(cwd) {
	const eslint = new ESLint({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
	});
	const results = await eslint.lintFiles(['nodes', 'credentials', 'package.json']);
	return (await eslint.loadFormatter('stylish')).format(results);
}

const found = [];
for (let rest = process.argv.slice(2); rest.length > 0; rest = rest.slice(2)) {
	const [folder, what] = rest;
	const isSource = what === 'source';
	const { passed, message, details } = await analyzePackage(
		folder,
		isSource ? SOURCE_FILE_PATTERNS : undefined,
	);
	const scanned = passed ? '' : (details ?? message ?? 'It does not pass.');
	found.push(scanned + (isSource ? await lint(folder) : ''));
}
console.log(JSON.stringify(found));
