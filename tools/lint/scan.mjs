// Runs n8n's scanner on a folder. The scanner's own command line takes only published packages.
//   scan.mjs <folder> package|source|faulty
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, what] = process.argv.slice(2);
const patterns = what === 'source' ? SOURCE_FILE_PATTERNS : undefined;
const { passed, message, details } = await analyzePackage(folder, patterns);
const found = passed ? '' : (details ?? message ?? 'The scanner reports a problem.');
const asExpected = what === 'faulty' ? found.includes('no-console') : passed;
if (!asExpected) {
	console.error(`n8n's scanner on the ${what}: ${found || 'the scanner did not find the fault'}`);
	process.exitCode = 1;
}
