import { join } from 'node:path';

import { BackgroundProgram } from '../../../tools/realN8n/backgroundProgram';
import { freePort, LOOPBACK, n8nEnvironment } from '../../../tools/realN8n/environment';
import { N8nClient } from '../../../tools/realN8n/n8nClient';
import { answers, N8nServer } from '../../../tools/realN8n/n8nServer';
import type { OnEnd } from '../../../tools/realN8n/teardown';
import { artefacts, surroundings } from '../support/surroundings';
import { startPostgres, startRedis } from './services';

export const WORKERS = ['worker-1', 'worker-2', 'worker-3'] as const;

/** What `$env` calls the worker that runs an execution. */
export const WORKER_VARIABLE = 'E2E_WORKER';

interface Worker {
	name: string;
	program: BackgroundProgram;
}

export interface Cluster {
	n8n: N8nClient;
	workers: Worker[];
}

/** Starts one main n8n and three workers, with a queue and a database of their own. */
export async function startCluster(onEnd: OnEnd): Promise<Cluster> {
	const { installation, tarball, folder } = surroundings();
	const userFolder = join(folder, 'queue');
	const common = queueEnvironment(await startRedis(onEnd), await startPostgres(onEnd));
	const logFile = (name: string) => join(artefacts, `queue-${installation.line.name}-${name}.log`);

	const main = await N8nServer.start({
		installation,
		tarball,
		userFolder,
		logFile: logFile('main'),
		environment: common,
		onEnd,
	});
	const n8n = await N8nClient.setUp(installation.line, main.url);

	const startWorker = async (name: string): Promise<Worker> => {
		const healthPort = await freePort();
		const program = BackgroundProgram.start({
			name,
			command: installation.node,
			args: [installation.n8n, 'worker', '--concurrency=10'],
			env: {
				...(await n8nEnvironment(installation.line, userFolder)),
				...common,
				...healthEnvironment(healthPort),
				[WORKER_VARIABLE]: name,
			},
			logFile: logFile(name),
		});
		onEnd(() => program.stop());
		await program.ready(() => answers(`http://${LOOPBACK}:${healthPort}/healthz/readiness`));
		return { name, program };
	};
	return { n8n, workers: await Promise.all(WORKERS.map(startWorker)) };
}

function queueEnvironment(redisPort: number, postgresPort: number): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: LOOPBACK,
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: LOOPBACK,
		DB_POSTGRESDB_PORT: String(postgresPort),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'postgres',
		DB_POSTGRESDB_PASSWORD: 'not asked for',
		// With its 2 connections, 1.x takes its database for lost while it notes 300 executions at once.
		DB_POSTGRESDB_POOL_SIZE: '10',
		// A worker that is gone is noticed sooner than by default.
		QUEUE_WORKER_LOCK_DURATION: '30000',
		QUEUE_WORKER_STALLED_INTERVAL: '10000',
		// So that an execution can say which worker it is on.
		N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
	};
}

function healthEnvironment(port: number): Record<string, string> {
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
	};
}
