import type { INode } from 'n8n-workflow';

import { toNodeError } from '../../../nodes/WebinarAccount/fields/nodeError';
import { PartError, ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { throttledError } from '../../../nodes/WebinarAccount/service/limiter';

const node: INode = {
	id: '1',
	name: 'WebinarJam and EverWebinar',
	type: 'webinarAccount',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe('the failure property that an error declares for n8n', () => {
	it('has the cause rate-limited if the service throttled requests', () => {
		const error = toNodeError(node, throttledError(), {});
		expect(error.failure).toEqual({ cause: 'rate-limited' });
	});

	it('is kept, like the first item, if several items have the same error', () => {
		const rejectedKey = new ServiceError('The key is rejected', { rejectedPart: 'apiKey' });
		const first = toNodeError(node, rejectedKey, {}, 2);
		const second = toNodeError(node, first, {}, 3);
		expect(second.failure).toEqual({ cause: 'credential-invalid' });
		expect(second.context.itemIndex).toBe(2);
	});

	it('is kept if the error names the webinar', () => {
		const outage = new ServiceError('The service failed', { isTransient: true });
		const error = toNodeError(node, new PartError('Webinar 6', outage), {});
		expect(error.message).toBe('Webinar 6: The service failed');
		expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
	});
});
