// Checks an OpenAPI description against Redocly's recommended rules.
// One rule is off, because the one-click link has no 2xx response: it redirects.
//   openApi.mjs <file>
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended'], rules: { 'operation-2xx-response': 'off' } });
const problems = await lint({ ref: process.argv[2], config });
if (problems.length > 0) {
	formatProblems(problems, { format: 'codeframe', totals: getTotals(problems), version: '' });
	process.exitCode = 1;
}
