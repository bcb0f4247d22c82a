import { getRandomPort } from 'get-port-please';

import type { Line } from './lines';

export const LOOPBACK = '127.0.0.1';

export const freePort = () => getRandomPort(LOOPBACK);

/** The settings of every n8n process: quiet, local, without network, and independent of the user's n8n. */
export async function n8nEnvironment(line: Line, userFolder: string): Promise<Record<string, string>> {
	return {
		...line.environment,
		PATH: process.env.PATH ?? '',
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: 'only for a throwaway n8n',
		// Not UTC, so that a start in the zone of the server shows.
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
		// n8n answers 503 after a late ping, and on a busy machine many are late.
		DB_PING_INTERVAL_SECONDS: '3600',
		// For the task runner of the Code node.
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: LOOPBACK,
	};
}
