import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { Command } from 'commander';
import execa from 'execa';
import fc from 'fast-check';
import { z } from 'zod/v4';

import { mapConcurrent } from '../nodes/WebinarAccount/utils/async';
import { exitWith, UserError } from './cli/failure';
import { installed } from './cli/installed';
import { Progress } from './cli/progress';
import { wholeNumber } from './cli/wholeNumber';
import { modules } from './mutation/modules';

const ROOT = join(__dirname, '..');
const PROGRAMS = join(__dirname, 'mutation');
const WANTED = 0.9;
/** A change can make a test wait for ever. */
const TIMEOUT_MS = 5 * 60_000;
/** Its size: with all changes in it, the package is larger. */
const EXCEPT_SIZE = '^(?!.*is smaller than)';

const program = new Command('npm run test:more -- mutation')
	.description('Changes the sources in small ways and looks whether a test notices each change.')
	.argument('[folders...]', `of ${Object.keys(modules).join(', ')}; all by default`)
	.option('--changes <number>', 'how many changes of each module, chosen at random', wholeNumber(1), 30)
	.option('--seed <number>', 'other changes', wholeNumber(0), 1)
	.parse();

const change = z.object({
	id: z.string(),
	fileName: z.string(),
	replacement: z.string(),
	location: z.object({ start: z.object({ line: z.int().transform((fromZero) => fromZero + 1) }) }),
});

type Change = z.output<typeof change>;

/** Copies and builds the repository, with all changes of the files in it. */
async function prepare(copy: string, files: readonly string[]): Promise<Change[]> {
	const { stdout: tracked } = await execa('git', ['ls-files', '-z'], { cwd: ROOT });
	for (const file of tracked.split('\0').filter(Boolean)) cpSync(join(ROOT, file), join(copy, file));
	symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	await execa('npm', ['run', '--silent', 'build'], { cwd: copy });
	await installed(PROGRAMS);
	const { stdout } = await execa('node', [join(PROGRAMS, 'instrument.mjs'), copy, ...files]);
	return z.array(change).parse(JSON.parse(stdout));
}

/** Whether a test fails; the quick ones are run first. @param id of the change, or an empty text for none */
async function isNoticed(copy: string, id: string): Promise<boolean> {
	const jest = async (...args: string[]) => {
		const common = ['--maxWorkers=1', '--bail', `--reporters=${join(PROGRAMS, 'failFast.js')}`];
		const { failed } = await execa('jest', [...common, ...args], {
			cwd: copy,
			preferLocal: true,
			localDir: ROOT,
			env: { __STRYKER_ACTIVE_MUTANT__: id },
			stdio: 'ignore',
			reject: false,
			timeout: TIMEOUT_MS,
		});
		return failed;
	};
	const isNoticedBy = (...args: string[]) => jest('--selectProjects', 'together', ...args);
	return (await isNoticedBy('--', 'test/together/unit')) || (await isNoticedBy('-t', EXCEPT_SIZE));
}

async function main(names: readonly string[], { changes, seed }: { changes: number; seed: number }) {
	const files = names.flatMap((name) => modules[name] ?? []);
	const copy = mkdtempSync(join(tmpdir(), 'mutation-'));
	const progress = new Progress();
	try {
		progress.show({ label: 'the tests without a change' });
		const all = await prepare(copy, files);
		if (await isNoticed(copy, '')) throw new UserError('The tests fail without a change: run npm test.');
		const chosen = names.flatMap((name) => {
			const own = all.filter(({ fileName }) => modules[name]?.includes(fileName));
			const length = Math.min(changes, own.length);
			const subsets = fc.shuffledSubarray(own, { minLength: length, maxLength: length });
			const [some = []] = fc.sample(subsets, { seed, numRuns: 1 });
			return some.map((one) => ({ ...one, name }));
		});
		let done = 0;
		let missed = 0;
		const results = await mapConcurrent(chosen, availableParallelism(), async (one) => {
			const { id, name, fileName, location, replacement } = one;
			const place = `${fileName}:${location.start.line}`;
			const noticed = await isNoticed(copy, id);
			if (!noticed) {
				missed++;
				progress.note(`not noticed: ${place}: ${replacement}`, console.log);
			}
			progress.show({ done: ++done, total: chosen.length, failed: missed, label: place });
			return { name, noticed };
		});
		for (const name of names) {
			const own = results.filter((result) => result.name === name);
			const count = own.filter(({ noticed }) => noticed).length;
			console.log(`${name}: ${count} of ${own.length} changes are noticed`);
		}
		const share = 1 - missed / chosen.length;
		console.log(`all: ${Math.round(share * 100)} of 100 (wanted: ${WANTED * 100})`);
		if (share < WANTED) process.exitCode = 1;
	} finally {
		progress.end();
		rmSync(copy, { recursive: true, force: true });
	}
}

const chosenModules = program.args.length > 0 ? program.args : Object.keys(modules);
const unknown = chosenModules.find((name) => !(name in modules));
if (unknown !== undefined)
	program.error(`There is no module "${unknown}". There are: ${Object.keys(modules).join(', ')}.`);
main(chosenModules, program.opts()).catch(exitWith);
