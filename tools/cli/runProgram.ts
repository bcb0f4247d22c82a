import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

/** A program ended with an error. The message is everything that it printed. */
export class ProgramFailure extends Error {}

interface ProgramOptions {
	cwd: string;
	/** The folder whose `node_modules` has the program. By default `cwd`. */
	installedIn?: string;
}

/** Runs a program. @throws ProgramFailure if its exit code is not 0 */
export async function runProgram(
	command: string,
	args: readonly string[],
	{ cwd, installedIn = cwd }: ProgramOptions,
): Promise<void> {
	const bin = join(installedIn, 'node_modules/.bin');
	const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	const env = { ...process.env, ...colors, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	const keep = (text: string) => (output += text);
	child.stdout.setEncoding('utf8').on('data', keep);
	child.stderr.setEncoding('utf8').on('data', keep);
	await once(child, 'close');
	const { exitCode, signalCode } = child;
	if (exitCode !== 0) throw new ProgramFailure(output || `${command} ended with ${exitCode ?? signalCode}`);
}
