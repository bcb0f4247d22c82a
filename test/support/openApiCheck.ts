import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RequestHandler, Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { parse } from 'yaml';

const FILE = join(__dirname, '../../docs/openapi.yaml');

type Document = Parameters<typeof middleware>[0]['apiSpec'];

/** Faults after which the answer is deliberately not the service's. With any other, the operation itself answers. */
const REGULAR = ['change'];

/**
 * Holds a sandbox to docs/openapi.yaml with express-openapi-validator: every answer that is no deliberate fault and, if
 * wanted, every request.
 */
export class OpenApiCheck {
	private readonly found: string[] = [];

	/** @param options.requests false for tests that send invalid ones themselves */
	constructor(private readonly options: { requests: boolean }) {}

	/** For the sandbox. The validator turns form fields into numbers, so the sandbox gets its fields back. */
	get inspectors(): readonly RequestHandler[] {
		const begin: RequestHandler = (request, response, next) => {
			response.locals.openApiCheck = this;
			response.locals.form = { ...(request.body as object) };
			next();
		};
		const end: RequestHandler = (request, response, next) => {
			request.body = response.locals.form as unknown;
			next();
		};
		return [begin, ...validators().map((validate) => this.noting(validate)), end];
	}

	private noting(validate: RequestHandler): RequestHandler {
		return (request, response, next) =>
			void validate(request, response, (error?: unknown) => {
				if (error && this.options.requests) this.note(request.originalUrl, error);
				next();
			});
	}

	note(where: string, error: unknown): void {
		this.found.push(`${where}: ${String(error)}`);
	}

	/** The disagreements since the last time. */
	take(): string[] {
		return this.found.splice(0);
	}
}

let shared: RequestHandler[] | undefined;

/** One set for all sandboxes of a process, because it compiles the schemas. */
function validators(): RequestHandler[] {
	shared ??= middleware({
		apiSpec: sandboxDocument(),
		validateApiSpec: false,
		validateSecurity: false,
		fileUploader: false,
		ignoreUndocumented: true,
		// Form fields are texts.
		validateRequests: { coerceTypes: true },
		validateResponses: {
			onError: (error, _body, { originalUrl, res }) => {
				if (res && !isFault(res)) checkOf(res)?.note(`answer of ${originalUrl}`, error);
			},
		},
	});
	return shared;
}

function isFault({ locals }: Response): boolean {
	return locals.fault !== undefined && !REGULAR.includes(String(locals.fault));
}

function checkOf({ locals }: Response): OpenApiCheck | undefined {
	return locals.openApiCheck instanceof OpenApiCheck ? locals.openApiCheck : undefined;
}

/** The description with the paths of a sandbox. */
function sandboxDocument(): Document {
	const text = readFileSync(FILE, 'utf8')
		.replaceAll('/webinarjam/', '/live/')
		.replaceAll('/everwebinar/', '/automated/');
	const document = parse(text) as Exclude<Document, string>;
	return { ...document, servers: [{ url: '/' }] };
}
