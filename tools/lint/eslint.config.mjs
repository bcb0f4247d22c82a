// The rules for all code. Those of n8n for what is published are in eslint.n8n.config.mjs.
import { join } from 'node:path';

import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	globalIgnores([
		'dist',
		'coverage',
		'test-results',
		'test/e2e/artefacts',
		'.stryker-tmp',
		'tools/lint/client',
	]),
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: join(import.meta.dirname, '../..') },
		},
	},
);
