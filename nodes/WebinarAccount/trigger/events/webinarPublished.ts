import { z } from 'zod/v4';

import { InputError } from '../../service/errors';
import type { WebinarListItem } from '../../service/schemas';
import { KnownIds, storedIds } from './knownIds';
import { triggerEvent } from './triggerEvent';

export const webinarPublished = triggerEvent({
	value: 'webinarPublished',
	name: 'Webinar Published',
	description: 'When the account has a new webinar',
	watches: 'account',
	memory: z.object({ known: storedIds }),
	noExample: () =>
		new InputError(
			'The account has no webinar of this kind yet',
			'Publish one in the webinar account, or choose the other resource.',
		),

	async poll({ webinars, product }, memory) {
		const known = memory ? KnownIds.read(memory.known) : KnownIds.none;
		const listed = eachOnce(await webinars.list(product));
		const published = listed.filter(({ webinar_id }) => !known.has(webinar_id));
		return {
			events: memory ? published : [],
			memory: { known: known.with(published.map(({ webinar_id }) => webinar_id)).store() },
		};
	},

	async examples({ webinars, product }) {
		return eachOnce(await webinars.list(product)).reverse();
	},
});

/** In the order of their IDs. */
function eachOnce(listed: readonly WebinarListItem[]): WebinarListItem[] {
	const webinars = new Map(listed.map((webinar) => [webinar.webinar_id, webinar]));
	return [...webinars.values()].sort((one, other) => one.webinar_id - other.webinar_id);
}
