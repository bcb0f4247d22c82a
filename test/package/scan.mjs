// Runs n8n's own scanner on folders, each with what it is: its command line can only take a published package.
//   scan.mjs <folder> source|tarball [<folder> source|tarball ...]
// Prints a list of what it finds in each; an empty text where there is nothing.
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const found = [];
for (let rest = process.argv.slice(2); rest.length > 0; rest = rest.slice(2)) {
	const [folder, what] = rest;
	const { passed, message, details } = await analyzePackage(
		folder,
		what === 'source' ? SOURCE_FILE_PATTERNS : undefined,
	);
	found.push(passed ? '' : (details ?? message ?? 'It does not pass.'));
}
console.log(JSON.stringify(found));
