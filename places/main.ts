import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Command } from 'commander';

import { exitWith, UserError } from '../cli/failure';
import { placesSource } from './source';

const FILE = join(__dirname, '../nodes/WebinarAccount/operations/register/places.ts');

const command = new Command('npm run places --')
	.description('Writes the lists of countries and states into the package.')
	.option('--check', 'change nothing, and fail if the file is out of date')
	.allowExcessArguments(false)
	.action(async ({ check = false }: { check?: boolean }) => {
		const text = await placesSource();
		if (!check) await writeFile(FILE, text);
		else if ((await readFile(FILE, 'utf8')) !== text) {
			throw new UserError('places.ts is out of date: run npm run places.');
		}
	});

void command.parseAsync().catch(exitWith);
