// The rules for all code. eslint.n8n.config.mjs has n8n's rules for the published code.
import { join } from 'node:path';

import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { rules } from './leaks.mjs';

export default defineConfig(
	globalIgnores(['dist', 'coverage', 'test-results', 'test/e2e/artefacts', 'tools/lint/client']),
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: join(import.meta.dirname, '../..') },
		},
	},
	{
		files: ['**/*.{ts,mjs,cjs,js}'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector:
						'ObjectExpression > SpreadElement > ObjectExpression.argument, ArrayExpression > SpreadElement > ArrayExpression.argument',
					message: 'Write the entries of a literal directly, one on each line.',
				},
			],
		},
	},
	{ files: ['{nodes,credentials,sandbox,tools}/**/*.ts'], rules: { 'max-lines': ['error', 450] } },
	{
		files: ['{nodes,credentials}/**/*.ts'],
		plugins: { leaks: { rules } },
		rules: Object.fromEntries(Object.keys(rules).map((name) => [`leaks/${name}`, 'error'])),
	},
);
