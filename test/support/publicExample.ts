import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { type Operation, operationNames, type Product } from '../../sandbox/types';

const EXAMPLES = join(__dirname, '../fixtures/publicExamples');
/** The folder for files that the probe wrote. */
const PROBES = join(__dirname, '../fixtures');

/** How well an example is known. README.md in the folder explains the values. */
const strengths = ['recorded', 'verified', 'documented', 'production code', 'seen once'] as const;

const exchange = z.object({
	about: z.string().default(''),
	request: z.object({ path: z.string(), form: z.record(z.string(), z.string()) }),
	response: z.object({
		status: z.number(),
		contentType: z.string(),
		headers: z.record(z.string(), z.string()).default({}),
		body: z.union([z.string(), z.looseObject({})]),
	}),
});
const publicExampleFile = exchange.extend({
	strength: z.enum(strengths),
	sources: z.array(z.string().min(1)).min(1),
	notes: z.array(z.string()),
});
const probeFile = z.object({ responses: z.array(exchange) });

export interface ExampleResponse {
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

/** Reads an example of a response. @param name its file name without `.json` */
export function publicExample(name: string): ExampleResponse {
	return toResponse(publicExampleFile.parse(readJson(EXAMPLES, `${name}.json`)));
}

/** Matches the names of files that the probe wrote. */
const PROBE_FILE = /^probe.*\.json$/;

/** The names of all examples, without `.json`. */
export const exampleNames = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));

/** Returns the responses in all files of the probe. */
export function probedResponses(): ExampleResponse[] {
	const files = readdirSync(PROBES).filter((file) => PROBE_FILE.test(file));
	return files.flatMap((file) => responsesOfProbe(readJson(PROBES, file)));
}

/** Returns the responses in the content of a file that the probe wrote. */
export function responsesOfProbe(json: unknown): ExampleResponse[] {
	return probeFile.parse(json).responses.map(toResponse);
}

function readJson(folder: string, file: string): unknown {
	return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

function toResponse({ about, request, response }: z.infer<typeof exchange>): ExampleResponse {
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
