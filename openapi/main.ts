import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Command } from 'commander';

import { exitWith, UserError } from '../cli/failure';
import { openApiYaml } from './document';

const FILE = join(__dirname, '../docs/openapi.yaml');

const command = new Command('npm run openapi --')
	.description("Writes docs/openapi.yaml, the description of the service, from the package's schemas.")
	.option('--check', 'change nothing, and fail if the file is out of date or invalid')
	.allowExcessArguments(false)
	.action(async ({ check = false }: { check?: boolean }) => {
		const text = await openApiYaml(FILE);
		if (!check) await writeFile(FILE, text);
		else if ((await readFile(FILE, 'utf8')) !== text) {
			throw new UserError('docs/openapi.yaml is out of date: run npm run openapi.');
		}
		await lint(FILE);
	});

/** With the rules that Redocly recommends. The one-click link answers with a redirect only. */
async function lint(file: string): Promise<void> {
	const { createConfig, formatProblems, getTotals, lint: check } = await import('@redocly/openapi-core');
	const config = await createConfig({ extends: ['recommended'], rules: { 'operation-2xx-response': 'off' } });
	const problems = await check({ ref: file, config });
	const totals = getTotals(problems);
	if (problems.length > 0) formatProblems(problems, { format: 'codeframe', totals, version: '' });
	if (problems.length > 0) throw new UserError('docs/openapi.yaml is not valid OpenAPI.');
}

void command.parseAsync().catch(exitWith);
