import type { INodeListSearchItems } from 'n8n-workflow';

import { ATTENDEES_ZONE } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import type { WebinarListItem } from '../service/schemas';
import { statedZone } from '../webinars/webinar';
import { editorList } from './editorList';

export const searchWebinars = editorList(async ({ webinars, product }) => {
	const all = await webinars.list(product);
	if (all.length === 0) {
		throw new InputError(
			`The account has no ${product.displayName}`,
			'Publish one in the webinar account, or choose the other resource.',
		);
	}
	return all.map((webinar) => webinarItem(product, webinar));
});

/** `102 · attendee's zone · Evergreen Anywhere – At your own time`: the field cuts off the end of a long name. */
function webinarItem(product: Product, webinar: WebinarListItem): INodeListSearchItems {
	const { name, title, timezone, type, webinar_id } = webinar;
	const names = [...new Set([name, title].filter(Boolean))].join(' – ') || 'Untitled';
	const isOfAttendee = product.takesTimezone && timezone && !statedZone(product, webinar);
	return {
		name: [webinar_id, isOfAttendee && ATTENDEES_ZONE, names].filter(Boolean).join(' · '),
		value: String(webinar_id),
		description: [`ID ${webinar_id}`, type].filter(Boolean).join(' · '),
	};
}
