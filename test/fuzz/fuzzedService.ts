import type { RequestHandler } from 'express';

import type { EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import { fillPlaceholders } from './randomJson';
import { bodyOf, type RandomResponse } from './randomResponse';
import { recordValidResponses, type ValidResponses } from './validResponses';
import type { Sandbox } from '../../sandbox';

/** The item number of a request without a webinar. */
export const NO_ITEM = 0;

/** Runs in front of a sandbox. Sends random responses for one endpoint, and valid ones for all others. */
export class FuzzedService {
	/** The item numbers of the requests to the fuzzed endpoint. The webinar's ID is the number of its item. */
	readonly received: number[] = [];
	private endpoint = '';
	private responses: ReadonlyMap<number, RandomResponse> = new Map();
	private valid: ValidResponses | undefined;

	/** Records valid responses of the sandbox, and sends them from then on. */
	async recordValidResponses(sandbox: Sandbox): Promise<void> {
		this.valid = await recordValidResponses(sandbox);
	}

	/** Sends these responses for an endpoint, by the number of the item. Other items get valid ones. */
	respond(endpoint: EndpointName, responses: ReadonlyMap<number, RandomResponse>): void {
		this.endpoint = endpoint;
		this.responses = responses;
		this.received.length = 0;
	}

	/** Sends valid responses for every endpoint. */
	respondValidly(): void {
		this.responses = new Map();
	}

	readonly inspector: RequestHandler = (request, response, next) => {
		if (!this.valid) return next();
		const [, product = '', endpoint = ''] = request.path.split('/');
		const { webinar_id = NO_ITEM } = request.body as { webinar_id?: string };
		const item = Number(webinar_id);
		const validResponses = product === 'live' ? this.valid.live : this.valid.automated;
		const valid = Object.entries(validResponses).find(([name]) => name === endpoint)?.[1] ?? {};
		const random = endpoint === this.endpoint ? this.responses.get(item) : undefined;
		if (endpoint === this.endpoint) this.received.push(item);
		response.writeHead(random?.status ?? 200, { 'content-type': 'application/json' });
		response.end(random ? bodyOf(random, valid, item) : fillPlaceholders(valid, item));
	};
}
