/**
 * Runs one program in a process group of its own, and ends the group when whoever started it is gone: its standard
 * input then closes, also after a SIGKILL. Arguments: the signal that ends the program, the program, its arguments.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const PATIENCE_MS = 15_000;

const [, , signal = 'SIGTERM', command = '', ...args] = process.argv;
const program = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

/** What a program left behind (n8n's task runner, say) ends with it, and this process too. */
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
