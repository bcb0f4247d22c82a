import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { type Operation, operationNames, type Product } from '../../sandbox/types';

const FOLDER = join(__dirname, '../fixtures/reality');

const example = z.object({
	request: z.object({ path: z.string(), form: z.record(z.string(), z.string()) }),
	response: z.object({
		status: z.number(),
		contentType: z.string(),
		body: z.union([z.string(), z.looseObject({})]),
	}),
});

interface RealResponse {
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
	const { request, response } = example.parse(
		JSON.parse(readFileSync(join(FOLDER, `${fixture}.json`), 'utf8')),
	);
	const [, service, operation] = request.path.split('/');
	return {
		path: request.path,
		product: service === 'everwebinar' ? 'automated' : 'live',
		operation: operationNames.find((name) => name === operation),
		form: request.form,
		status: response.status,
		headers: response.contentType === '' ? {} : { 'content-type': response.contentType },
		body: response.body,
	};
}
