import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { type Operation, operationNames, type Product } from '../../sandbox/types';

const FOLDER = join(__dirname, '../fixtures/reality');

const example = z.object({
	about: z.string().default(''),
	request: z.object({ path: z.string(), form: z.record(z.string(), z.string()) }),
	response: z.object({
		status: z.number(),
		contentType: z.string(),
		headers: z.record(z.string(), z.string()).default({}),
		body: z.union([z.string(), z.looseObject({})]),
	}),
});
const probeFile = z.object({ responses: z.array(example) });

export interface RealResponse {
	about: string;
	/** The path at the real service, such as `/webinarjam/webinars`. */
	path: string;
	product: Product;
	/** Undefined for a path that the service does not have. */
	operation: Operation | undefined;
	/** The parameters of the request that the example responds to. */
	form: Readonly<Record<string, string>>;
	status: number;
	headers: Readonly<Record<string, string>>;
	body: object | string;
}

/** Reads an example response in real form. @param fixture its file name without `.json` */
export function realResponse(fixture: string): RealResponse {
	return toRealResponse(example.parse(readJson(`${fixture}.json`)));
}

/** Matches the names of files that the probe wrote. */
const PROBE_FILE = /^probe.*\.json$/;

/** The names of all example responses, without `.json`. */
export const exampleNames = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json') && !PROBE_FILE.test(file))
	.map((file) => file.replace(/\.json$/, ''));

/** Returns the responses in all files of the probe in the folder. */
export function probedResponses(): RealResponse[] {
	const files = readdirSync(FOLDER).filter((file) => PROBE_FILE.test(file));
	return files.flatMap((file) => responsesOfProbe(readJson(file)));
}

/** Returns the responses in the content of a file that the probe wrote. */
export function responsesOfProbe(json: unknown): RealResponse[] {
	return probeFile.parse(json).responses.map(toRealResponse);
}

function readJson(file: string): unknown {
	return JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
}

function toRealResponse({ about, request, response }: z.infer<typeof example>): RealResponse {
	const [, service, operation] = request.path.split('/');
	const { contentType } = response;
	return {
		about,
		path: request.path,
		product: service === 'everwebinar' ? 'automated' : 'live',
		operation: operationNames.find((name) => name === operation),
		form: request.form,
		status: response.status,
		headers: { ...response.headers, ...(contentType !== '' && { 'content-type': contentType }) },
		body: response.body,
	};
}
