import type { INode } from 'n8n-workflow';

import { toNodeError, toPartError } from '../../../nodes/WebinarAccount/fields/nodeError';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { throttled } from '../../../nodes/WebinarAccount/service/failures';

const node: INode = {
	id: '1',
	name: 'WebinarJam / EverWebinar',
	type: 'webinarAccount',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe('the failure that an error declares for n8n', () => {
	it('has the wait of the last 429 if the service throttled requests', () => {
		const error = toNodeError(node, throttled(5, 90_000), {});
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
	});

	it('is kept when n8n throws the same error for another item', () => {
		const original = toNodeError(node, new ServiceError('The key is rejected', { rejects: 'apiKey' }), {}, 0);
		const copy = toNodeError(node, original, {}, 1);
		expect(copy).not.toBe(original);
		expect(copy.failure).toEqual({ cause: 'credential-invalid' });
	});

	it('is kept when the error names the webinar that failed', () => {
		const outage = new ServiceError('The service failed', { isTransient: true });
		const error = toPartError(node, outage, {}, 'Webinar 6');
		expect(error.message).toBe('Webinar 6: The service failed');
		expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
	});
});
