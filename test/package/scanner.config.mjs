// The rules that n8n's scanner holds against a published tarball: compiled JavaScript and package.json alone, with
// inline exceptions switched off (see test/package/tarball.test.ts).
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	n8nCommunityNodesPlugin.configs.recommended,
	{ rules: { 'no-console': 'error' } },
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{ files: ['**/*.json'], languageOptions: { parser: tseslint.parser } },
);
