// The rules for all code. eslint.n8n.config.mjs has n8n's rules for the published code.
import { join } from 'node:path';

import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const spreadLiteral = {
	selector:
		'ObjectExpression > SpreadElement > ObjectExpression.argument, ArrayExpression > SpreadElement > ArrayExpression.argument',
	message: 'Write the entries of a literal directly, one on each line.',
};
const moduleVariable = {
	selector: ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind!="const"]',
	message:
		'All executions in n8n share this variable. Keep state in an object with a lifetime and a maximum size.',
};

export default defineConfig(
	globalIgnores(['dist', 'coverage', 'test-results', 'test/e2e/artefacts']),
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: join(import.meta.dirname, '../..') },
		},
	},
	{
		files: ['**/*.ts'],
		// An async function turns a thrown error into a rejection, also without an await.
		rules: { '@typescript-eslint/require-await': 'off' },
	},
	{ files: ['**/*.{ts,mjs,cjs,js}'], rules: { 'no-restricted-syntax': ['error', spreadLiteral] } },
	{
		files: ['{nodes,credentials,sandbox,tools}/**/*.ts'],
		rules: { 'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }] },
	},
	{
		files: ['{nodes,credentials}/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', spreadLiteral, moduleVariable] },
	},
);
