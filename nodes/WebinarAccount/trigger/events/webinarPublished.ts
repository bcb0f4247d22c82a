import { z } from 'zod/v4';

import { InputError } from '../../service/errors';
import { readKeys, storeKeys } from '../dedupeKeys';
import { listWebinars } from '../accountPoll';
import { accountEvent } from '../triggerEvent';

export const webinarPublished = accountEvent({
	value: 'webinarPublished',
	name: 'Webinar Published',
	action: 'On new webinar',
	description: 'When the account has a new webinar',
	takes: [],
	/** `known` contains the webinars' IDs. */
	state: z.object({ known: z.string() }),
	noExample: () =>
		new InputError(
			'The account has no webinar of this kind yet',
			'Publish one in the webinar account, or choose the other resource.',
		),

	async poll(context, state) {
		const listed = new Map(await listWebinars(context));
		const known = readKeys(state?.known ?? '');
		const published = [...listed].filter(([id]) => !known.has(id)).map(([, webinar]) => webinar);
		return {
			events: state ? published : [],
			state: { known: storeKeys(known, new Set(listed.keys())) },
		};
	},

	async examples(context) {
		return (await listWebinars(context)).map(([, webinar]) => webinar).reverse();
	},
});
