import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const { community, credentials, nodes } = n8nNodesBase.configs;

// Three rules of the plugin below are for n8n's own repository and contradict the recommended rules for community
// packages (a documentation URL instead of a camelCase name, connection types instead of 'main'). n8n's scanner
// leaves them out, and so does this.
const withoutRulesForN8nItself = (rules) =>
	Object.fromEntries(
		Object.entries(rules).filter(
			([name]) =>
				![
					'n8n-nodes-base/cred-class-field-documentation-url-miscased',
					'n8n-nodes-base/node-class-description-inputs-wrong-regular-node',
					'n8n-nodes-base/node-class-description-outputs-wrong',
				].includes(name),
		),
	);

export default defineConfig(
	globalIgnores(['dist', 'node_modules', 'coverage', 'test-results', 'test/e2e/artefacts', '.stryker-tmp']),
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.dev.json' } },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: { 'no-console': 'error' },
	},
	{ files: ['nodes/**/*.ts'], rules: withoutRulesForN8nItself(nodes.rules) },
	{ files: ['credentials/**/*.ts'], rules: withoutRulesForN8nItself(credentials.rules) },
	{
		files: ['package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: community.rules,
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
);
