// n8n's scanner on a folder, because its own command line takes only what is published.
//   scan.mjs <folder> package|source|faulty
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, what] = process.argv.slice(2);
const patterns = what === 'source' ? SOURCE_FILE_PATTERNS : undefined;
const { passed, message, details } = await analyzePackage(folder, patterns);
const found = passed ? '' : (details ?? message ?? 'It does not pass.');
const asExpected = what === 'faulty' ? found.includes('no-console') : passed;
if (!asExpected) {
	console.error(`n8n's scanner on the ${what}: ${found || 'nothing is found in a package with a fault'}`);
	process.exitCode = 1;
}
