import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Account } from '../../service/account';
import { InputError } from '../../service/errors';
import { emailTools } from '../../service/links/emailTools';
import { readMergeTag } from '../../service/links/mergeTag';
import {
	type LinkAnswers,
	type LinkParameters,
	type LinkValue,
	readDashboardLink,
} from '../../service/links/oneClickLink';
import type { SessionChoice } from '../../service/sessions/choice';
import { unlinkable } from '../../service/sessions/kinds';
import { EST } from '../../service/sessions/timezone';
import { quoted } from '../../utils/text';
import * as contact from '../contactFields';
import { answersInput, customFieldsInput } from '../customFields';
import * as input from '../input';
import type { OperationContext } from '../operation';
import { withoutParameterNames } from '../parameterLabels';
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
		customFields: z.unknown(),
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
	const requiresZone = chosen.includeFields.includes('timezone') && product.takesTimezone;
	const forAll = {
		webinarId: input.webinar,
		schedule: linkableSession,
		timezone: input.reading(input.attendeeZone, (filledIn) => {
			// With a merge field for each contact's zone, any zone works: the link contains only the session's ID.
			const zone = filledIn ?? (hasZoneTag(chosen) ? EST : undefined);
			if (zone || !requiresZone) return zone;
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
		const answers = z.preprocess(() => chosen.mergeFields.customFields, tagAnswers);
		return { ...read(z.object({ person, answers, ...forAll })), attendeeUrl };
	}
	const { contactFields, contactFirstName, contactEmail, ...rest } = read(
		z.object({ ...ofContact, ...forAll }),
	);
	const { lastName, phone, customFields } = contactFields;
	const person: LinkParameters = {
		first_name: { literal: contactFirstName },
		last_name: { literal: lastName },
		email: { literal: contactEmail },
		phone_country_code: { literal: phone.countryCode ?? '' },
		phone_number: { literal: phone.digits ?? '' },
	};
	const literals = Object.entries(customFields).map(([label, texts]): [string, LinkValue[]] => [
		label,
		texts.map((literal) => ({ literal })),
	]);
	const answers: LinkAnswers = Object.fromEntries(literals);
	return { ...rest, person, answers, attendeeUrl };
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
	contactFields: input.contactCollection({
		lastName: input.text(contact.lastName),
		customFields: input.reading(customFieldsInput, withoutParameterNames),
	}),
	contactFirstName: input.requiredText(contact.firstName),
	contactEmail: input.emailAddress(contact.email),
};

/** The text of a merge field; null for an expression without a value. */
function asTagText(field: Pick<INodeProperties, 'displayName'>, value: unknown): string | null {
	return value === null ? null : input.asText(field, value);
}

function tagText(field: INodeProperties) {
	return input.reading(z.unknown(), (value) => asTagText(field, value));
}

/**
 * The merge fields that the email tool replaces when it sends the email. A link contains the fields chosen in Include
 * Fields, and those with a merge field of the user's own.
 */
function mergeFieldShape({ emailTool, mergeFields, includeFields }: Form) {
	const own = emailTool === link.OWN_MERGE_FIELDS ? mergeFields : undefined;
	const ofPreset = own ? undefined : presetTag(emailTool);
	const includesPhone = includeFields.includes('phone');
	const tag = (field: INodeProperties, text: string | null = '', isIn: boolean) => ({
		isIn: isIn || text !== '',
		schema: input.reading(z.unknown(), () => ({
			tag: ofPreset ? ofPreset(field) : readTag(field.displayName, text),
		})),
	});
	const tags = {
		first_name: tag(contact.firstName, own?.firstName, true),
		last_name: tag(contact.lastName, own?.lastName, includeFields.includes('lastName')),
		email: tag(contact.email, own?.email, true),
		// No preset has a phone number: one error is enough.
		phone_country_code: tag(
			contact.phoneCountryCode,
			own?.phoneCountryCode,
			includesPhone && own !== undefined,
		),
		phone_number: tag(contact.phone, own?.phone, includesPhone),
		// Without a merge field, the link contains the zone of the Timezone field.
		timezone: tag(link.timezoneTag, own?.timezone, false),
	};
	return Object.fromEntries(
		Object.entries(tags).flatMap(([name, { isIn, schema }]) => (isIn ? [[name, schema]] : [])),
	);
}

/** @param text null for an expression without a value */
function readTag(label: string, text: string | null): string {
	if (text !== null) return readMergeTag(label, text);
	throw new InputError(
		`The merge field for ${label} is an expression without a value`,
		'If you pasted a merge field with {{ }}, n8n took it for an expression: switch the field to Fixed.',
	);
}

/** The merge fields for custom fields. */
const tagAnswers = input.reading(
	answersInput((label, given): LinkValue | undefined => {
		const text = asTagText({ displayName: label }, given ?? null);
		return text === '' ? undefined : { tag: readTag(label, text) };
	}),
	withoutParameterNames,
);

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
