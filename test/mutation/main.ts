import { Command } from 'commander';
import execa from 'execa';

import { modules } from './modules';

const program = new Command('npm run test:mutation --')
	.description('Changes the sources in small ways and looks whether a unit test notices each change.')
	.argument('[modules...]', `of ${Object.keys(modules).join(', ')}; all by default`)
	.allowUnknownOption()
	.parse();

/** One after the other, each with its own score: a good one must not hide a bad one. */
async function main(names: string[]): Promise<void> {
	for (const name of names) {
		const files = modules[name];
		if (!files)
			return program.error(`There is no module "${name}". There are: ${Object.keys(modules).join(', ')}.`);
		console.log(`\n=== ${name} ===`);
		const { exitCode } = await execa('stryker', ['run', '--mutate', files.join(',')], {
			stdio: 'inherit',
			preferLocal: true,
			reject: false,
		});
		if (exitCode !== 0) process.exitCode = 1;
	}
}

void main(program.args.length > 0 ? program.args : Object.keys(modules));
