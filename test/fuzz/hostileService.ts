import type { RequestHandler } from 'express';

import { bodyOf, type HostileAnswer } from './hostileAnswers';
import { jsonText } from './hostileJson';
import type { ValidAnswers } from './validAnswers';

/** In front of a sandbox: answers one endpoint with what it is told, and all others as they should be answered. */
export class HostileService {
	/** The endpoint that is spoilt. */
	endpoint = '';
	/** Its answers, by `webinar_id`; 0 where a call names none. Any other number gets the valid one. */
	answers = new Map<number, HostileAnswer>();
	/** The item of each call to that endpoint. */
	readonly arrivals: number[] = [];
	/** Until they are known, the sandbox answers. */
	valid: ValidAnswers | undefined;

	readonly inspector: RequestHandler = (request, response, next) => {
		if (!this.valid) return next();
		const [, product = '', endpoint = ''] = request.path.split('/');
		const { webinar_id = 0 } = request.body as { webinar_id?: string };
		const item = Number(webinar_id);
		const answers = product === 'live' ? this.valid.live : this.valid.automated;
		const valid = Object.entries(answers).find(([name]) => name === endpoint)?.[1] ?? {};
		const hostile = endpoint === this.endpoint ? this.answers.get(item) : undefined;
		if (endpoint === this.endpoint) this.arrivals.push(item);
		response.writeHead(hostile?.status ?? 200, { 'content-type': 'application/json' });
		response.end(hostile ? bodyOf(hostile, valid, item) : jsonText(valid, item));
	};
}
