import { request } from 'undici';

import type { Sandbox } from '../../sandbox';

const FORM = 'application/x-www-form-urlencoded';

export type Pairs = Record<string, string> | Array<[string, string]>;

/** Sends a body to the sandbox without changes. */
export async function send({ url }: Sandbox, path: string, body: string, contentType = FORM) {
	const headers = { 'content-type': contentType };
	const answer = await request(url + path, { method: 'POST', headers, body });
	return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** Sends a request with the sandbox's API key. The JSON of an empty response is undefined. */
export async function post(sandbox: Sandbox, path: string, parameters: Pairs = {}) {
	const body = new URLSearchParams(parameters);
	if (!body.has('api_key')) body.set('api_key', sandbox.apiKey);
	const { status, text } = await send(sandbox, path, body.toString());
	return { status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** Requests a page as a browser does, without following redirects. */
export async function page({ url }: Sandbox, path: string) {
	const { statusCode, headers, body } = await request(new URL(path, url));
	return { status: statusCode, location: String(headers.location), html: await body.text() };
}

export const success = (member: object): unknown => ({ status: 200, json: { status: 'success', ...member } });
export const failure = (status: number, errors: object) => ({ status, json: { status: 'error', errors } });
