import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RequestHandler } from 'express';
import { z } from 'zod/v4';

import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readResponse } from '../../nodes/WebinarAccount/service/response';
import { startSandbox } from '../../sandbox';
import { OpenApiCheck } from '../support/openApiCheck';
import { post } from '../support/sandboxClient';

/** An answer that the probe wrote. */
const recording = z.object({
	step: z.string(),
	product: z.enum(['live', 'automated']),
	endpoint: z.enum(['webinars', 'webinar', 'register', 'registrants', 'unsubscribe', 'countries']),
	status: z.int(),
	body: z.unknown(),
});

export type Recording = z.output<typeof recording>;

/** The answers in a folder that the probe wrote. */
export function recordingsIn(folder: string): Recording[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.json') && name !== 'findings.json')
		.map((name) => recording.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

const account = readAccount({ apiKey: 'a-key-of-the-account' });

/**
 * Compares answers of the service with what this repository takes for them.
 * @param ours the answers of the sandbox to the same calls
 * @returns the differences
 */
export async function differences(
	recordings: readonly Recording[],
	ours: readonly Recording[],
): Promise<string[]> {
	return [
		...recordings.flatMap(unreadable),
		...(await undescribed(recordings)),
		...[...new Set(recordings.flatMap((one) => otherTypes(one, ours)))],
	];
}

/** The node's schemas. */
function unreadable({ step, endpoint, status, body }: Recording): string[] {
	// No node reads it.
	if (status >= 300 || endpoint === 'countries') return [];
	try {
		readResponse(endpoint, { statusCode: status, body: JSON.stringify(body) }, account);
		return [];
	} catch (error) {
		return [`${step}: the node cannot read it: ${String(error)}`];
	}
}

/** The OpenAPI description. */
async function undescribed(recordings: readonly Recording[]): Promise<string[]> {
	const check = new OpenApiCheck({ requests: false });
	let current: Recording | undefined;
	const replay: RequestHandler = (_request, response) =>
		void response.status(current?.status ?? 500).send(current?.body);
	const sandbox = await startSandbox({ inspectors: [...check.inspectors, replay] });
	try {
		const found: string[] = [];
		for (current of recordings.filter(({ body }) => typeof body === 'object')) {
			await post(sandbox, `/${current.product}/${current.endpoint}`);
			found.push(...check.take().map((text) => `${current?.step}: openapi.yaml: ${text}`));
		}
		return found;
	} finally {
		await sandbox.close();
	}
}

/** Members that the sandbox has with other types only. */
function otherTypes({ endpoint, product, status, body }: Recording, ours: readonly Recording[]): string[] {
	if (status >= 300) return [];
	const same = ours.filter((one) => one.endpoint === endpoint && one.product === product && one.status < 300);
	const known = typesIn(same.map((one) => one.body));
	return [...typesIn([body])].flatMap(([path, types]) => {
		const others = [...types].filter((type) => known.get(path)?.has(type) === false);
		return others.map((type) => `${product}/${endpoint}: the sandbox has no ${type} at ${path}`);
	});
}

/** The types of every member, by path. */
function typesIn(values: readonly unknown[], path = '', types = new Map<string, Set<string>>()) {
	for (const value of values) {
		const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
		types.set(path, (types.get(path) ?? new Set()).add(type));
		if (Array.isArray(value)) typesIn(value, `${path}[]`, types);
		else if (typeof value === 'object' && value !== null) {
			for (const [name, member] of Object.entries(value)) typesIn([member], `${path}.${name}`, types);
		}
	}
	return types;
}
