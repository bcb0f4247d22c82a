import type { Zone } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { EST } from '../service/booking';
import { readEmail, readPhone, readRequired } from '../service/contact';
import { emailTools } from '../service/emailTools';
import { InputError } from '../service/errors';
import { quoted } from '../service/quoted';
import { readMergeTag } from '../service/mergeTag';
import type { LinkParameters, LinkValue } from '../service/oneClickLink';
import type { Product } from '../service/products';
import * as contact from './contactFields';
import type { CollectionEntries, NodeParameters } from './nodeParameters';
import * as link from './linkFields';

type PersonInLink = Omit<LinkParameters, 'scheduleId'>;

/** The person's part of a link: the e-mail tool's merge fields, or the data of one contact. */
export function readPerson(parameters: NodeParameters): PersonInLink {
	return isForContact(parameters) ? readContact(parameters) : readTags(parameters);
}

/**
 * The zone that the session of a link is found in. With a merge field for each contact's own, any zone will do: the
 * link names the session by its number alone.
 */
export function linkZone(product: Product, parameters: NodeParameters): Zone | undefined {
	return (
		parameters.attendeeZone(product) ?? (isFilledIn(ownTags(parameters), link.timezoneTag) ? EST : undefined)
	);
}

function isForContact(parameters: NodeParameters): boolean {
	return parameters.option(link.linkFor) === 'contact';
}

function readContact(parameters: NodeParameters): PersonInLink {
	const more = parameters.collection(link.contactFields);
	const number = more.text(contact.phone);
	const phone = number === '' ? undefined : readPhone(number, more.text(contact.phoneCountryCode));
	return {
		firstName: {
			literal: readRequired(contact.firstName.displayName, parameters.text(link.contactFirstName)),
		},
		lastName: { literal: more.text(contact.lastName) },
		email: { literal: readEmail(parameters.text(link.contactEmail)) },
		phoneCountryCode: { literal: phone?.countryCode ?? '' },
		phone: { literal: phone?.digits ?? '' },
	};
}

/** A field is in the link when it is chosen, or has a merge field of the user's own. */
function readTags(parameters: NodeParameters): PersonInLink {
	const own = ownTags(parameters);
	const tagFor = own ? tagsIn(own) : tagsOfTool(parameters);
	const included = parameters.list(link.includeFields);
	const isIn = (field: INodeProperties, choice: string) =>
		included.includes(choice) || isFilledIn(own, field);
	return {
		firstName: tagFor(contact.firstName),
		email: tagFor(contact.email),
		...(isIn(contact.lastName, 'lastName') && { lastName: tagFor(contact.lastName) }),
		...(isIn(contact.phoneCountryCode, 'phone') && { phoneCountryCode: tagFor(contact.phoneCountryCode) }),
		...(isIn(contact.phone, 'phone') && { phone: tagFor(contact.phone) }),
		// Without one of the user's own, the zone of the Timezone field goes into the link.
		...(isFilledIn(own, link.timezoneTag) && { timezone: tagFor(link.timezoneTag) }),
	};
}

type TagFor = (field: INodeProperties) => LinkValue;

function tagsIn(own: CollectionEntries): TagFor {
	return (field) => ({ tag: readMergeTag(field.displayName, own.text(field)) });
}

function tagsOfTool(parameters: NodeParameters): TagFor {
	const tool = parameters.text(link.emailTool);
	const preset = Object.entries(emailTools).find(([value]) => value === tool)?.[1];
	if (!preset)
		throw new InputError(`${quoted(tool)} is not one of the e-mail tools`, 'Choose one from the list.');
	return ({ name, displayName }) => {
		const tag = Object.entries(preset).find(([field]) => field === name)?.[1];
		if (tag !== undefined) return { tag };
		throw new InputError(
			`${preset.name} has no single merge field for ${displayName}`,
			'Choose "Other (Own Merge Fields)" as Email Tool and fill in its merge fields, or take the field out of Include Fields.',
		);
	};
}

/** The merge fields that the user filled in; undefined with those of a tool. */
function ownTags(parameters: NodeParameters): CollectionEntries | undefined {
	const isOwn = !isForContact(parameters) && parameters.text(link.emailTool) === link.OWN_MERGE_FIELDS;
	return isOwn ? parameters.collection(link.mergeFields) : undefined;
}

function isFilledIn(own: CollectionEntries | undefined, field: INodeProperties): boolean {
	return own !== undefined && own.text(field) !== '';
}
