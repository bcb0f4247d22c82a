import { join } from 'node:path';

import { BackgroundProgram } from '../../../tools/realN8n/backgroundProgram';
import { freePort, LOOPBACK, n8nEnvironment } from '../../../tools/realN8n/n8nEnvironment';
import type { N8nClient } from '../../../tools/realN8n/n8nClient';
import { respondsWithJson } from '../../../tools/realN8n/n8nServer';
import { startN8n } from '../../../tools/realN8n/startN8n';
import type { OnEnd } from '../../../tools/realN8n/teardown';
import { artefacts, surroundings } from '../support/surroundings';
import { startPostgres, startRedis } from './services';

/** The name in `$env` of the worker that runs an execution. */
export const WORKER_VARIABLE = 'E2E_WORKER';

export interface Cluster {
	n8n: N8nClient;
	workers: Array<{ name: string; program: BackgroundProgram }>;
}

/** Starts one main n8n and three workers, with their own queue and database. */
export async function startCluster(onEnd: OnEnd): Promise<Cluster> {
	const { line } = surroundings();
	const environment = queueEnvironment(await startRedis(onEnd), await startPostgres(onEnd));
	const logOf = (name: string) => join(artefacts, `queue-${line}-${name}.log`);
	const options = { report: () => {}, logFile: logOf('main'), environment, onEnd };
	const { installation, userFolder, client: n8n } = await startN8n(line, options);

	const startWorker = async (name: string) => {
		const healthPort = await freePort();
		const program = await BackgroundProgram.start({
			name,
			command: installation.node,
			args: [installation.n8n, 'worker', '--concurrency=10'],
			env: {
				...(await n8nEnvironment(installation.line, userFolder)),
				...environment,
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(healthPort),
				N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
				[WORKER_VARIABLE]: name,
			},
			logFile: logOf(name),
			isReady: () => respondsWithJson(`http://${LOOPBACK}:${healthPort}/healthz/readiness`),
			onEnd,
		});
		return { name, program };
	};
	const workers = await Promise.all(['worker-1', 'worker-2', 'worker-3'].map(startWorker));
	return { n8n, workers };
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
		DB_POSTGRESDB_PASSWORD: 'not required',
		// With the default of 2 connections, n8n 1.x loses its database while it stores 300 executions at once.
		DB_POSTGRESDB_POOL_SIZE: '10',
		// n8n notices a killed worker sooner than by default.
		QUEUE_WORKER_LOCK_DURATION: '30000',
		QUEUE_WORKER_STALLED_INTERVAL: '10000',
		// An execution can read the name of its worker.
		N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
	};
}
