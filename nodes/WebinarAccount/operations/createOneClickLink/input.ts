import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Account } from '../../service/account';
import { InputError } from '../../service/errors';
import { emailTools } from '../../service/links/emailTools';
import { readMergeTag } from '../../service/links/mergeTag';
import { type LinkParameters, readDashboardLink } from '../../service/links/oneClickLink';
import type { SessionChoice } from '../../service/sessions/choice';
import { unlinkable } from '../../service/sessions/kinds';
import { EST } from '../../service/sessions/timezone';
import { quoted } from '../../utils/text';
import * as contact from '../contactFields';
import * as input from '../input';
import type { OperationContext } from '../operation';
import * as link from './fields';

/** The fields that decide which values the link contains. */
export const form = z.object({
	linkFor: input.option(link.linkFor),
	emailTool: input.text(link.emailTool),
	mergeFields: input.collection({
		firstName: tagText(contact.firstName),
		lastName: tagText(contact.lastName),
		email: tagText(contact.email),
		phoneCountryCode: tagText(contact.phoneCountryCode),
		phone: tagText(contact.phone),
		timezone: tagText(link.timezoneTag),
	}),
	includeFields: input.options(link.includeFields),
});

type Form = z.output<typeof form>;

/**
 * Reads one item and checks it as far as possible without the service.
 * @throws InputError that lists all problems of the item
 */
export function readLinkInput({ input: read, product, service }: OperationContext) {
	const chosen = read(form);
	const attendeeUrl = attendeeUrlOf(service.account);
	const includesZone = chosen.includeFields.includes('timezone');
	const forAll = {
		webinarId: input.webinar,
		schedule: linkableSession,
		timezone: input.reading(input.attendeeZone, (filledIn) => {
			// With a merge field for each contact's zone, any zone works: the link contains only the session's ID.
			const zone = filledIn ?? (hasZoneTag(chosen) ? EST : undefined);
			if (zone || !includesZone || !product.takesTimezone) return zone;
			throw new InputError(
				'The link has no time zone',
				'Fill in Timezone, or remove it from Include Fields.',
			);
		}),
		options: input.collection({
			dashboardLink: input.reading(input.text(link.dashboardLink), (text) =>
				text === '' ? undefined : readDashboardLink(text, attendeeUrl),
			),
		}),
	};
	if (chosen.linkFor !== 'contact') {
		const person = z.preprocess(() => ({}), z.object(mergeFieldShape(chosen)));
		return { ...read(z.object({ person, ...forAll })), attendeeUrl, includesZone };
	}
	const { contactFields, contactFirstName, contactEmail, ...rest } = read(
		z.object({ ...ofContact, ...forAll }),
	);
	const { lastName, phone } = contactFields;
	const person: LinkParameters = {
		first_name: { literal: contactFirstName },
		last_name: { literal: lastName },
		email: { literal: contactEmail },
		phone_country_code: { literal: phone.countryCode ?? '' },
		phone_number: { literal: phone.digits ?? '' },
	};
	return { ...rest, person, attendeeUrl, includesZone };
}

/** Whether the link has a merge field for each contact's time zone. */
export function hasZoneTag({ linkFor, emailTool, mergeFields }: Form): boolean {
	return linkFor === 'emailTool' && emailTool === link.OWN_MERGE_FIELDS && mergeFields.timezone !== '';
}

const linkableSession = input.reading(input.session, (choice): SessionChoice => {
	if (choice.kind === 'justInTime' || choice.kind === 'instantReplay') throw unlinkable();
	// A past schedule is allowed: the user decides what such a link is for.
	return choice.kind === 'schedule' ? { ...choice, evenIfOver: true } : choice;
});

const ofContact = {
	contactFields: input.contactCollection({ lastName: input.text(contact.lastName) }),
	contactFirstName: input.requiredText(contact.firstName),
	contactEmail: input.emailAddress(contact.email),
};

/** The text of a merge field; null for an expression without a value. */
function tagText(field: INodeProperties) {
	return input.reading(z.unknown(), (value) => (value === null ? null : input.asText(field, value)));
}

/**
 * The merge fields that the email tool replaces when it sends the email. A link contains the fields chosen in Include
 * Fields, and those with a merge field of the user's own.
 */
function mergeFieldShape({ emailTool, mergeFields, includeFields }: Form) {
	const own: Tags | undefined = emailTool === link.OWN_MERGE_FIELDS ? mergeFields : undefined;
	const tagOf = own ? ownTag(own) : presetTag(emailTool);
	const includesPhone = includeFields.includes('phone');
	const tag = (field: INodeProperties, isIn: boolean) => ({
		isIn: isIn || (own !== undefined && own[field.name] !== ''),
		schema: input.reading(z.unknown(), () => ({ tag: tagOf(field) })),
	});
	const tags = {
		first_name: tag(contact.firstName, true),
		last_name: tag(contact.lastName, includeFields.includes('lastName')),
		email: tag(contact.email, true),
		// No preset has a phone number: one error is enough.
		phone_country_code: tag(contact.phoneCountryCode, includesPhone && own !== undefined),
		phone_number: tag(contact.phone, includesPhone),
		// Without a merge field, the link contains the zone of the Timezone field.
		timezone: tag(link.timezoneTag, false),
	};
	return Object.fromEntries(
		Object.entries(tags).flatMap(([name, { isIn, schema }]) => (isIn ? [[name, schema]] : [])),
	);
}

type Tags = Readonly<Record<string, string | null>>;

const ownTag =
	(own: Tags) =>
	({ name, displayName }: INodeProperties): string => {
		const text = own[name] ?? '';
		if (own[name] !== null) return readMergeTag(displayName, text);
		throw new InputError(
			`The merge field for ${displayName} is an expression without a value`,
			'If you pasted a merge field with {{ }}, n8n took it for an expression: switch the field to Fixed.',
		);
	};

function presetTag(emailTool: string): (field: INodeProperties) => string {
	const preset: Readonly<Record<string, string>> | undefined = Object.entries(emailTools).find(
		([value]) => value === emailTool,
	)?.[1];
	if (!preset) {
		throw new InputError(`${quoted(emailTool)} is not one of the email tools`, 'Choose one from the list.', [
			'There is no such email tool',
		]);
	}
	return ({ name, displayName }) => {
		const tag = preset[name];
		if (tag !== undefined) return tag;
		throw new InputError(
			`${preset.name} has no single merge field for ${displayName}`,
			`Remove ${displayName} from Include Fields, or set Email Tool to "Other (Own Merge Fields)" and fill in its merge fields.`,
		);
	};
}

function attendeeUrlOf({ attendeeUrl }: Account): string {
	if (attendeeUrl !== '') return attendeeUrl;
	throw new InputError(
		'Attendee Pages URL is empty',
		'Open the credential and fill in Attendee Pages URL: one-click links need it.',
	);
}
