import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { fetch, getSetCookies, type Response } from 'undici';
import { z } from 'zod/v4';

import type { Line } from './lines';

/** The login of a temporary n8n. */
export const owner = { email: 'owner@example.com', password: 'Webinar1' } as const;

/** n8n rejects a call before handling it if its database is slow, e.g. on a busy machine. */
const NOT_NOW = 503;
const BUSY_FOR_MS = 60_000;

/** An error of n8n's API. */
export class N8nApiError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

const enveloped = z.looseObject({ data: z.unknown() });
const failure = z.looseObject({ message: z.string() });

/** A client of n8n's internal API, which the editor uses, for one logged-in user. */
export class N8nClient {
	private readonly browserId = randomUUID();
	private cookie = '';

	private constructor(
		readonly line: Line,
		readonly url: string,
	) {}

	/** Creates the owner of a new n8n, and logs in. */
	static async setUp(line: Line, url: string): Promise<N8nClient> {
		return await new N8nClient(line, url).authenticate('/rest/owner/setup', {
			...owner,
			firstName: 'Olivia',
			lastName: 'Owner',
		});
	}

	static async logIn(line: Line, url: string): Promise<N8nClient> {
		const { email, password } = owner;
		return await new N8nClient(line, url).authenticate('/rest/login', {
			emailOrLdapLoginId: email,
			password,
		});
	}

	/** Calls a route that wraps its answer in `data`. @throws N8nApiError */
	async call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> {
		return enveloped.parse(JSON.parse(await this.read(method, path, body))).data;
	}

	/** The text of a file that n8n serves. @throws N8nApiError */
	async file(path: string): Promise<string> {
		return await this.read('GET', path);
	}

	private async read(method: string, path: string, body?: object): Promise<string> {
		const response = await this.send(method, path, body);
		const text = await response.text();
		if (response.ok) return text;
		throw new N8nApiError(response.status, messageIn(text) ?? text);
	}

	private async send(method: string, path: string, body?: object): Promise<Response> {
		const until = performance.now() + BUSY_FOR_MS;
		for (;;) {
			const response = await fetch(`${this.url}${path}`, {
				method,
				headers: {
					'content-type': 'application/json',
					'browser-id': this.browserId,
					cookie: this.cookie,
				},
				...(body && { body: JSON.stringify(body) }),
			});
			if (response.status !== NOT_NOW || performance.now() > until) return response;
			await response.body?.cancel();
			await wait(500);
		}
	}

	private async authenticate(path: string, body: object): Promise<this> {
		const response = await this.send('POST', path, body);
		const [cookie] = getSetCookies(response.headers).filter(({ name }) => name === 'n8n-auth');
		if (!cookie) throw new N8nApiError(response.status, `No login: ${await response.text()}`);
		await response.body?.cancel();
		this.cookie = `${cookie.name}=${cookie.value}`;
		return this;
	}
}

/** The text that the editor shows. */
function messageIn(answer: string): string | undefined {
	try {
		return failure.parse(JSON.parse(answer)).message;
	} catch {
		return undefined;
	}
}
