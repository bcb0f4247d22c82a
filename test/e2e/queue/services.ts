import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { BackgroundProgram } from '../../../tools/realN8n/backgroundProgram';
import { freePort, LOOPBACK } from '../../../tools/realN8n/n8nEnvironment';
import { initdb, requirePrograms, postgres, redis } from '../../../tools/realN8n/programs';
import type { OnEnd } from '../../../tools/realN8n/teardown';
import { artefacts } from '../support/surroundings';

/** The account of Debian's package. PostgreSQL does not run as root. */
const POSTGRES_ACCOUNT = 'postgres';

const run = promisify(execFile);

const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };

/** Starts a Redis without persistence. @returns its port */
export async function startRedis(onEnd: OnEnd): Promise<number> {
	const port = await freePort();
	const options = ['--port', String(port), '--bind', LOOPBACK, '--save', '', '--appendonly', 'no'];
	await startService('redis', [...requirePrograms([redis]), ...options], port, onEnd);
	return port;
}

/** Starts a PostgreSQL with an empty database. @returns its port */
export async function startPostgres(onEnd: OnEnd): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-webinarjam-everwebinar-postgres-'));
	onEnd(() => rm(folder, { recursive: true, force: true }));
	const asAccount = process.getuid?.() === 0 ? await accountCommand(folder) : [];

	const settings = ['--username', POSTGRES_ACCOUNT, '--auth', 'trust', '--no-sync', '--pgdata', folder];
	const [command = '', ...args] = [...asAccount, ...requirePrograms([initdb]), ...settings];
	await run(command, args, { env, cwd: tmpdir() });

	const port = await freePort();
	const options = ['-D', folder, '-h', LOOPBACK, '-p', String(port), '-k', folder, '-c', 'fsync=off'];
	await startService('postgres', [...asAccount, ...requirePrograms([postgres]), ...options], port, onEnd);
	return port;
}

async function startService(
	name: string,
	line: readonly string[],
	port: number,
	onEnd: OnEnd,
): Promise<void> {
	const [command = '', ...args] = line;
	const logFile = join(artefacts, `${name}.log`);
	await BackgroundProgram.start({ name, command, args, env, logFile, isReady: () => accepts(port), onEnd });
}

/** Gives the folder to the account. @returns the beginning of a command that runs as the account */
async function accountCommand(folder: string): Promise<string[]> {
	const idOf = async (option: string) => Number((await run('id', [option, POSTGRES_ACCOUNT])).stdout);
	await chown(folder, await idOf('-u'), await idOf('-g'));
	const ids = ['--reuid', POSTGRES_ACCOUNT, '--regid', POSTGRES_ACCOUNT, '--clear-groups'];
	return ['setpriv', ...ids, '--pdeathsig', 'INT'];
}

function accepts(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, LOOPBACK);
		socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
		socket.on('connect', () => socket.destroy());
	});
}
