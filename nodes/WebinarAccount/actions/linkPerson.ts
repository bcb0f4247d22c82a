import type { INodeProperties } from 'n8n-workflow';

import { readEmail, readPhone, readRequired } from '../service/contact';
import { InputError } from '../service/errors';
import { quoted } from '../service/quoted';
import { checkMergeTag } from '../service/mergeTag';
import { mergeTags } from '../service/mergeTags';
import type { LinkParameters, LinkValue } from '../service/oneClickLink';
import * as contact from './contactFields';
import type { NodeParameters } from './nodeParameters';
import * as link from './linkFields';

type PersonInLink = Omit<LinkParameters, 'scheduleId'>;

/** The person's part of a link: the e-mail tool's merge fields, or the data of one contact. */
export function readPerson(parameters: NodeParameters): PersonInLink {
	return parameters.text(link.linkFor) === 'contact' ? readContact(parameters) : readTags(parameters);
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

function readTags(parameters: NodeParameters): PersonInLink {
	const tagFor = tagsOf(parameters);
	const included = parameters.list(link.includeFields);
	return {
		firstName: tagFor(contact.firstName),
		email: tagFor(contact.email),
		...(included.includes('lastName') && { lastName: tagFor(contact.lastName) }),
		...(included.includes('phone') && {
			phoneCountryCode: tagFor(contact.phoneCountryCode),
			phone: tagFor(contact.phone),
		}),
		...(hasOwnTimezone(parameters) && { timezone: tagFor(link.timezoneTag) }),
	};
}

type TagFor = (field: INodeProperties) => LinkValue;

function tagsOf(parameters: NodeParameters): TagFor {
	const tool = parameters.text(link.emailTool);
	if (tool === link.OWN_MERGE_FIELDS) {
		const own = parameters.collection(link.mergeFields);
		return (field) => ({ tag: checkMergeTag(field.displayName, own.text(field)) });
	}
	const preset = Object.entries(mergeTags).find(([value]) => value === tool)?.[1];
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

function hasOwnTimezone(parameters: NodeParameters): boolean {
	return (
		parameters.text(link.emailTool) === link.OWN_MERGE_FIELDS &&
		parameters.collection(link.mergeFields).text(link.timezoneTag) !== ''
	);
}
