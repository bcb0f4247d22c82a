import waitFor from 'p-wait-for';
import { fetch } from 'undici';

import type { N8nClient } from '../../../tools/realN8n/n8nClient';
import { publish, type StoredWorkflow } from '../../../tools/realN8n/workflows';

const LIVE_WITHIN_MS = 30_000;

/** A published workflow that begins with a Webhook node. */
export class Webhook {
	private constructor(readonly url: string) {}

	/** Publishes a workflow, and waits until its webhook accepts requests. @param path of the Webhook node */
	static async publish(
		client: N8nClient,
		workflow: StoredWorkflow,
		path: string,
		method: 'GET' | 'POST' = 'POST',
	): Promise<Webhook> {
		await publish(client, workflow);
		const url = `${client.url}/webhook/${path}`;
		// A preflight request does not start an execution.
		const headers = { origin: client.url, 'access-control-request-method': method };
		const isLive = async () => {
			const response = await fetch(url, { method: 'OPTIONS', headers });
			return response.headers.get('access-control-allow-methods')?.includes(method) ?? false;
		};
		await waitFor(isLive, { interval: 50, timeout: LIVE_WITHIN_MS });
		return new Webhook(url);
	}

	/**
	 * Sends one request per body, all at once.
	 * @returns the number of requests that n8n did not accept
	 */
	async call(bodies: readonly object[], headers: Readonly<Record<string, string>> = {}): Promise<number> {
		const responses = await Promise.all(
			bodies.map((body) =>
				fetch(this.url, {
					method: 'POST',
					headers: { 'content-type': 'application/json', ...headers },
					body: JSON.stringify(body),
				}),
			),
		);
		return responses.filter(({ ok }) => !ok).length;
	}
}
