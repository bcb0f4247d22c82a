import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = readFileSync(join(__dirname, '../../docs/recipes.md'), 'utf8');

/** The expressions of a recipe in docs/recipes.md, as a field of n8n takes them. */
export function expressionsOf(heading: string): string[] {
	const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
	const [recipe = ''] = section.split('\n## ');
	return [...recipe.matchAll(/^```\n(.*)\n```$/gm)].map(([, expression = '']) => `=${expression}`);
}
