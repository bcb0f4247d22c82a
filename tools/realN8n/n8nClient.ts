import { randomUUID } from 'node:crypto';

import { z } from 'zod/v4';

import type { Line } from './lines';

/** The login of a temporary n8n. */
export const owner = { email: 'owner@example.com', password: 'Webinar1' } as const;

const enveloped = z.looseObject({ data: z.unknown() });
/** An error with the text that the editor shows. */
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
		const body = { ...owner, firstName: 'Olivia', lastName: 'Owner' };
		return await new N8nClient(line, url).authenticate('/rest/owner/setup', body);
	}

	static async logIn(line: Line, url: string): Promise<N8nClient> {
		const body = { emailOrLdapLoginId: owner.email, password: owner.password };
		return await new N8nClient(line, url).authenticate('/rest/login', body);
	}

	/** Sends a request, and returns the `data` of its response. @throws Error with n8n's text */
	async call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> {
		return enveloped.parse(await (await this.send(method, path, body)).json()).data;
	}

	/** Reads a file that n8n serves. */
	async file(path: string): Promise<string> {
		return await (await this.send('GET', path)).text();
	}

	private async send(method: string, path: string, body?: object): Promise<Response> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				'browser-id': this.browserId,
				cookie: this.cookie,
			},
			...(body && { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw errorIn(await response.text());
		return response;
	}

	private async authenticate(path: string, body: object): Promise<this> {
		const { headers } = await this.send('POST', path, body);
		const [cookie] = headers.getSetCookie().filter((text) => text.startsWith('n8n-auth='));
		if (!cookie) throw new Error('n8n did not log in');
		this.cookie = cookie.slice(0, cookie.indexOf(';'));
		return this;
	}
}

function errorIn(body: string): Error {
	try {
		return new Error(failure.parse(JSON.parse(body)).message);
	} catch {
		return new Error(body);
	}
}
