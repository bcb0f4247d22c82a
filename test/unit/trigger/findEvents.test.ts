import { products } from '../../../nodes/WebinarAccount/service/products';
import { findEvents } from '../../../nodes/WebinarAccount/trigger/findEvents';
import type { TriggerEvent } from '../../../nodes/WebinarAccount/trigger/event';
import { Webinars } from '../../../nodes/WebinarAccount/webinars/webinars';
import { respondingClient } from '../../support/respondingClient';
import { eventNamed } from './modelTrigger';

/** Polls two webinars with one registrant each for the first time. */
async function pollTwoWebinars(event: TriggerEvent, warn: () => void) {
	const service = respondingClient((parameters, name) =>
		name === 'webinars'
			? { webinars: [{ webinar_id: 1 }, { webinar_id: 2 }] }
			: { registrants: { data: [{ id: Number(parameters.webinar_id) }], last_page: 1, total: 1 } },
	);
	const context = {
		event,
		product: products.live,
		service,
		webinars: new Webinars(service, performance.now()),
		webinar: undefined,
		titleContains: '',
		schedule: undefined,
		watchKey: 'key',
		keyDigest: 'digest',
		now: Date.UTC(2026, 2, 2, 12),
		minutesBefore: 60,
		minutesInRoom: 30,
		minutesAfterStart: 180,
		minimumMinutes: 0,
		simplify: false,
		toError: (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
		warn,
	};
	return await findEvents(context, undefined);
}

describe('findEvents', () => {
	it('fails with a bug of the package in one of two webinars, instead of logging it', async () => {
		const warn = jest.fn();
		const event = eventNamed('registrantAdded');
		const brokenEvent = {
			...event,
			matches: ({ id }: { id?: unknown }) => {
				if (id === 2) throw new TypeError('A bug');
				return true;
			},
		};
		await expect(pollTwoWebinars(brokenEvent, warn)).rejects.toThrow(new TypeError('A bug'));
		expect(warn).not.toHaveBeenCalled();
	});
});
