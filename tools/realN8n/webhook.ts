import waitFor from 'p-wait-for';
import { fetch } from 'undici';

import type { N8nClient } from './n8nClient';
import { publish, type StoredWorkflow } from './workflows';

const LIVE_WITHIN_MS = 30_000;

/** A published workflow that begins with a Webhook node. */
export class Webhook {
	private constructor(readonly address: string) {}

	/** @param path of the Webhook node */
	static async publish(
		client: N8nClient,
		workflow: StoredWorkflow,
		path: string,
		method: 'GET' | 'POST' = 'POST',
	): Promise<Webhook> {
		await publish(client, workflow);
		const address = `${client.url}/webhook/${path}`;
		// A preflight starts nothing.
		const headers = { origin: client.url, 'access-control-request-method': method };
		const isLive = async () => {
			const answer = await fetch(address, { method: 'OPTIONS', headers });
			return answer.headers.get('access-control-allow-methods')?.includes(method) ?? false;
		};
		await waitFor(isLive, { interval: 50, timeout: LIVE_WITHIN_MS });
		return new Webhook(address);
	}

	/**
	 * Calls the webhook once for each body, all at once.
	 * @returns how many calls n8n did not accept
	 */
	async call(bodies: readonly object[], headers: Readonly<Record<string, string>> = {}): Promise<number> {
		const answers = await Promise.all(
			bodies.map((body) =>
				fetch(this.address, {
					method: 'POST',
					headers: { 'content-type': 'application/json', ...headers },
					body: JSON.stringify(body),
				}),
			),
		);
		return answers.filter(({ ok }) => !ok).length;
	}
}
