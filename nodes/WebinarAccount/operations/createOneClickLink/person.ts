import type { INodeProperties } from 'n8n-workflow';

import { readEmail, readRequired } from '../../service/contact';
import { emailTools } from '../../service/links/emailTools';
import { InputError } from '../../service/errors';
import type { InputChecks } from '../inputChecks';
import { quoted } from '../../utils/quoted';
import { readMergeTag } from '../../service/links/mergeTag';
import type { LinkParameters, LinkValue } from '../../service/links/oneClickLink';
import * as contact from '../contactFields';
import { readContactPhone } from '../contactPhone';
import type { CollectionEntries, NodeParameters } from '../nodeParameters';
import * as link from './fields';

/** The person's part of a link. */
export type PersonInLink = Omit<LinkParameters, 'scheduleId'>;

/** In the place of a value that was refused. */
const NOTHING: LinkValue = { literal: '' };

/**
 * The person's part of a link: the e-mail tool's merge fields, or the data of one contact.
 * @param included the choices of Include Fields
 */
export function readPerson(
	parameters: NodeParameters,
	included: readonly string[],
	checks: InputChecks,
): PersonInLink {
	const forContact = checks.read(() => isForContact(parameters), undefined);
	if (forContact === undefined) return { firstName: NOTHING, email: NOTHING };
	return forContact ? readContact(parameters, checks) : readTags(parameters, included, checks);
}

/** Whether a merge field puts each contact's own zone into the link. */
export function hasZoneTag(parameters: NodeParameters): boolean {
	return isFilledIn(ownTags(parameters), link.timezoneTag);
}

function isForContact(parameters: NodeParameters): boolean {
	return parameters.option(link.linkFor) === 'contact';
}

function readContact(parameters: NodeParameters, checks: InputChecks): PersonInLink {
	const more = parameters.collection(link.contactFields);
	const literal = (reader: () => string): LinkValue => ({ literal: checks.read(reader, '') });
	const phone = checks.read(() => readContactPhone(more), undefined);
	return {
		firstName: literal(() =>
			readRequired(contact.firstName.displayName, parameters.text(link.contactFirstName)),
		),
		lastName: literal(() => more.text(contact.lastName)),
		email: literal(() => readEmail(parameters.text(link.contactEmail))),
		phoneCountryCode: { literal: phone?.countryCode ?? '' },
		phone: { literal: phone?.digits ?? '' },
	};
}

/** A field is in the link when it is chosen, or has a merge field of the user's own. */
function readTags(
	parameters: NodeParameters,
	included: readonly string[],
	checks: InputChecks,
): PersonInLink {
	const { own, tagFor }: Tags = checks.read(() => chosenTags(parameters), { tagFor: () => NOTHING });
	const read = (field: INodeProperties) => checks.read(() => tagFor(field), NOTHING);
	const hasOwn = (field: INodeProperties) => checks.read(() => isFilledIn(own, field), false);
	const isIn = (field: INodeProperties, choice: string) => included.includes(choice) || hasOwn(field);
	return {
		firstName: read(contact.firstName),
		email: read(contact.email),
		...(isIn(contact.lastName, 'lastName') && { lastName: read(contact.lastName) }),
		...(isIn(contact.phoneCountryCode, 'phone') && { phoneCountryCode: read(contact.phoneCountryCode) }),
		...(isIn(contact.phone, 'phone') && { phone: read(contact.phone) }),
		// Without one of the user's own, the zone of the Timezone field goes into the link.
		...(hasOwn(link.timezoneTag) && { timezone: read(link.timezoneTag) }),
	};
}

interface Tags {
	tagFor: (field: INodeProperties) => LinkValue;
	/** Those that the user filled in; absent with those of a tool. */
	own?: CollectionEntries;
}

function chosenTags(parameters: NodeParameters): Tags {
	const own = ownTags(parameters);
	if (!own) return { tagFor: tagsOfTool(parameters) };
	return { own, tagFor: (field) => ({ tag: readMergeTag(field.displayName, own.text(field)) }) };
}

function tagsOfTool(parameters: NodeParameters): Tags['tagFor'] {
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
