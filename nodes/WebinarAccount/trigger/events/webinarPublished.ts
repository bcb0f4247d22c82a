import { z } from 'zod/v4';

import { InputError } from '../../service/errors';
import type { WebinarListItem } from '../../service/schemas';
import { readKeys, storeKeys } from '../dedupeKeys';
import { type PollContext, triggerEvent } from './event';

export const webinarPublished = triggerEvent({
	value: 'webinarPublished',
	name: 'Webinar Published',
	action: 'On new webinar',
	description: 'When the account has a new webinar',
	watches: 'account',
	/** `known` contains the webinars' IDs. */
	state: z.object({ known: z.string() }),
	noExample: () =>
		new InputError(
			'The account has no webinar of this kind yet',
			'Publish one in the webinar account, or choose the other resource.',
		),

	async poll(context, state) {
		const listed = await readWebinars(context);
		const known = readKeys(state?.known ?? '');
		const published = [...listed].filter(([id]) => !known.has(id)).map(([, webinar]) => webinar);
		return {
			events: state ? published : [],
			state: { known: storeKeys(known, new Set(listed.keys())) },
		};
	},

	async examples(context) {
		return [...(await readWebinars(context)).values()].reverse();
	},
});

/** Reads the webinars by ID, in the order of the IDs. */
async function readWebinars({ webinars, product }: PollContext): Promise<Map<string, WebinarListItem>> {
	const listed = [...(await webinars.list(product))];
	listed.sort((one, other) => one.webinar_id - other.webinar_id);
	return new Map(listed.map((webinar) => [String(webinar.webinar_id), webinar]));
}
