// Runs the rules of n8n's own scanner on a folder: its command line can only take a published package.
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, what] = process.argv.slice(2);
const result = await analyzePackage(folder, what === 'source' ? SOURCE_FILE_PATTERNS : undefined);
console.log(result.details ?? result.message ?? '');
process.exitCode = result.passed ? 0 : 1;
