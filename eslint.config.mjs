// The rules for all code. Those of n8n for what is published are in eslint.n8n.config.mjs.
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	globalIgnores(['dist', 'node_modules', 'coverage', 'test-results', 'test/e2e/artefacts', '.stryker-tmp']),
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.dev.json' } },
	},
);
