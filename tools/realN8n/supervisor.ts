/**
 * Runs one program in its own process group, and ends the group when the parent process is gone: standard input then
 * closes, even after a SIGKILL. Arguments: the signal that stops the program, the program, its arguments.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const PATIENCE_MS = 15_000;

const [, , signal = 'SIGTERM', command = '', ...args] = process.argv;
const program = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

/** Ends the remaining processes of the program (e.g. n8n's task runner), and this process. */
const endGroup = () => process.kill(-process.pid, 'SIGKILL');

program.on('error', (error) => {
	console.error(error.message);
	endGroup();
});
program.on('exit', endGroup);

process.stdin.resume().on('close', () => {
	const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
	program.kill(number);
	setTimeout(endGroup, PATIENCE_MS);
});
