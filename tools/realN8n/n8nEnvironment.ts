import { getRandomPort } from 'get-port-please';

import type { Line } from './lines';

export const LOOPBACK = '127.0.0.1';

export const freePort = () => getRandomPort(LOOPBACK);

/** Returns the settings of an n8n that is quiet, sends nothing to the internet, and is independent of the user's n8n. */
export async function n8nEnvironment(line: Line, userFolder: string): Promise<Record<string, string>> {
	return {
		...line.environment,
		PATH: process.env.PATH ?? '',
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: 'only for a throwaway n8n',
		// Not UTC, so that tests notice a start in the time zone of the server.
		TZ: 'America/New_York',
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_HOST: LOOPBACK,
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// n8n responds with 503 after a late ping of its database, and on a busy machine many pings are late.
		DB_PING_INTERVAL_SECONDS: '3600',
		// For the task runner of the Code node.
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: LOOPBACK,
	};
}
