import { setTimeout as wait } from 'node:timers/promises';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { exactRouter } from './exactRouter';
import { applyFault, type FaultEffect } from './applyFault';
import type { Faults } from './faults';
import { operations } from './operations';
import type { RateLimit } from './rateLimit';
import type { Booking, Registrants } from './registrants';
import { ifUnreadable } from './operationRequest';
import { operationNames, products, type Account, type ApiResponse, type Call, type Latency } from './types';
import { missingFields } from './validation';
import { listsOf } from './customFields';

export interface ApiParts {
	account: Account;
	registrants: Registrants;
	calls: Call[];
	limit: RateLimit;
	clock: () => number;
	latency: Latency;
	faults: Faults;
	inspectors: readonly RequestHandler[];
}

type Endpoint = Pick<Call, 'product' | 'operation'>;

/** Serves the API of both products. */
export function apiRouter(parts: ApiParts): Router {
	const router = exactRouter();
	// Other kinds of body are not read, so such a request has no parameters.
	const readBody = express.urlencoded({ extended: false });
	for (const product of products) {
		for (const operation of operationNames) {
			const paths = pathsOf({ product, operation });
			router.all(paths, readBody, ...parts.inspectors, (request, response) =>
				handle(request, response, { product, operation }, parts),
			);
		}
	}
	router.use(['/api', ...products.map((product) => `/${product}`)], unreadableBody);
	return router;
}

/** Returns the paths of an endpoint. The list of countries is the same for both products, and below `/api` (service: D). */
function pathsOf({ product, operation }: Endpoint): string[] {
	const path = `/${product}/${operation}`;
	if (operation !== 'countries') return [path];
	return product === 'live' ? [path, `/api${path}`] : [];
}

async function handle(request: Request, response: Response, endpoint: Endpoint, parts: ApiParts) {
	const { account, registrants, calls, limit, faults } = parts;
	const { apiKey, parameters, lists } = readParameters(request.body);
	const userAgent = request.get('user-agent') ?? '';
	const call: Call = { ...endpoint, userAgent, at: parts.clock(), status: 0, counted: false, parameters };
	calls.push(call);

	const respond = (what: ApiResponse) => send(response, call, what);
	const act = (alterBooking?: (booking: Booking) => Booking) =>
		operations[endpoint.operation]({ ...endpoint, parameters, lists, account, registrants, alterBooking });
	const cut = () => response.socket?.resetAndDestroy();
	const manual = (write: (response: Response) => void) => {
		if (response.destroyed) return;
		response.on('finish', () => (call.status = response.statusCode));
		write(response);
	};
	const fail = (fault: FaultEffect) => {
		response.locals.fault = fault.kind;
		applyFault(fault, { account, accept: request.get('accept'), act, respond, cut, manual });
	};

	const refusal = faults.refusal(call);
	if (refusal) return fail(refusal);
	const rejection = wrongMethod(request) ?? rejectedKey(apiKey, account);
	if (rejection) return respond(rejection);
	if (!limit.admit(call.at)) {
		// Service (D): these words. The form of the body is unknown.
		return respond({ status: 429, body: { status: 'error', message: 'Too many requests' } });
	}
	call.counted = true;

	const fault = faults.next(call);
	const milliseconds = typeof parts.latency === 'function' ? parts.latency() : parts.latency;
	// Without a reference, the timer does not keep the process alive after the sandbox closed.
	if (milliseconds > 0) await wait(milliseconds, undefined, { ref: false });
	if (fault) return fail(fault);
	respond(act());
}

function readParameters(body: unknown) {
	const pairs = Object.entries(body ?? {}).flatMap(([name, value]: [string, unknown]) =>
		[value].flat().map((single): [string, string] => [name, String(single)]),
	);
	const { api_key: apiKey, ...parameters } = Object.fromEntries(pairs);
	return { apiKey, parameters, lists: listsOf(pairs) };
}

/** Service (O): 405 for GET. */
function wrongMethod({ method }: Request): ApiResponse | undefined {
	if (method === 'POST') return undefined;
	const message = `The ${method} method is not supported for this route. Supported methods: POST.`;
	return { status: 405, body: { status: 'error', message }, headers: { allow: 'POST' } };
}

/**
 * Service (R): the value is a list for a missing key and a string for a wrong key. A replaced key gets the words "API access
 * is not allowed!" with 401 under `api_key` (service: V). That `api_key` is in `errors`, and not in the body itself, is assumed.
 */
function rejectedKey(apiKey: string | undefined, account: Account): ApiResponse | undefined {
	if (!apiKey?.trim()) {
		return { status: 400, body: { status: 'error', errors: missingFields({}, ['api_key']) } };
	}
	if (apiKey === account.apiKey) return undefined;
	if (account.replacedApiKeys.has(apiKey)) {
		return { status: 401, body: { errors: { api_key: 'API access is not allowed!' } } };
	}
	return { status: 401, body: { status: 'error', errors: { api_key: 'You must specify a valid API key' } } };
}

function send(response: Response, call: Call, { status, body, headers = {} }: ApiResponse): void {
	if (response.destroyed) return;
	call.status = status;
	response.status(status).set(headers).send(body);
}

const unreadableBody = ifUnreadable((response) =>
	response.status(400).send({ status: 'error', message: 'The request body cannot be read.' }),
);
