import type { RequestHandler, Response } from 'express';

import { problemsOfResponse, problemsOfRequest } from '../../tools/probe/openApi';

/** The faults after which the sandbox still responds as the service does. */
const REGULAR = ['change'];

const formOf = ({ body }: { body: unknown }): object => (typeof body === 'object' && body ? body : {});

/** Compares the sandbox's responses to POST requests, except faults, and optionally the requests with docs/openapi.yaml. */
export class OpenApiCheck {
	private readonly found: string[] = [];

	/** @param options.requests false for tests that send invalid requests themselves */
	constructor(private readonly options: { requests: boolean }) {}

	/** Middleware for the sandbox. */
	get inspectors(): readonly RequestHandler[] {
		return [
			(request, response, next) => {
				const { path, method } = request;
				if (method !== 'POST') return next();
				if (this.options.requests) this.note(path, problemsOfRequest(documented(path), formOf(request)));
				const send = response.send.bind(response);
				response.send = (body: unknown) => {
					response.send = send;
					const { statusCode: status } = response;
					if (!isFault(response))
						this.note(`response of ${path}`, problemsOfResponse(documented(path), { status, body }));
					return send(body);
				};
				next();
			},
		];
	}

	private note(where: string, problems: readonly string[]): void {
		this.found.push(...problems.map((problem) => `${where}: ${problem}`));
	}

	/** Returns the deviations since the last time. */
	take(): string[] {
		return this.found.splice(0);
	}
}

/** The vendor's path for one of the sandbox. */
function documented(path: string): string {
	return path.replace('/live/', '/webinarjam/').replace('/automated/', '/everwebinar/');
}

function isFault({ locals }: Response): boolean {
	return locals.fault !== undefined && !REGULAR.includes(String(locals.fault));
}
