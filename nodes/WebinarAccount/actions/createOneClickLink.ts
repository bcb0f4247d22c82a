import type { Account } from '../service/account';
import { findSession, followsAttendee } from '../service/booking';
import { readEmail, readPhone, readRequired } from '../service/contact';
import { InputError } from '../service/errors';
import { mergeTags } from '../service/mergeTags';
import {
	buildOneClickLink,
	type LinkParameters,
	type LinkTarget,
	type LinkValue,
	readDashboardLink,
} from '../service/oneClickLink';
import type { WebinarDetail } from '../service/schemas';
import { isSeries, isUnnumbered, readSessionChoice } from '../service/sessions';
import { readTimezone } from '../service/timezone';
import * as contact from './contactFields';
import { optionsOf, schedule, timezone, webinarId } from './fields';
import type { ItemParameters } from './itemParameters';
import * as link from './linkFields';
import type { Operation } from './operation';

const options = optionsOf(link.dashboardLink);

export const createOneClickLink: Operation = {
	value: 'createOneClickLink',
	name: 'Create One-Click Link',
	description: 'Create a link that registers a contact of an e-mail tool with one click',
	action: ({ noun }) => `Create a one-click link to a ${noun}`,
	fields: [
		link.notice,
		webinarId,
		timezone,
		schedule,
		link.linkFor,
		link.emailTool,
		link.mergeFields,
		link.includeFields,
		link.contactFirstName,
		link.contactEmail,
		link.contactFields,
		options,
	],

	async execute({ product, parameters, service, webinars, now }) {
		const person = readPerson(parameters);
		const choice = readSessionChoice(parameters.session());
		if (choice.kind === 'justInTime' || choice.kind === 'instantReplay') throw unlinkable();
		const zone = product.takesTimezone ? readTimezone(parameters.text(timezone)) : undefined;
		const booking = await findSession(
			webinars,
			product,
			parameters.webinar(),
			choice,
			zone,
			now,
			(session) => choice.kind !== 'next' || !isUnnumbered(session),
		);
		const { webinar, session } = booking;
		if (isUnnumbered(session)) throw unlinkable();

		const dashboardLink = parameters.collection(options).text(link.dashboardLink);
		const target =
			dashboardLink === ''
				? derivedTarget(service.account, webinar)
				: readDashboardLink(dashboardLink, attendeeUrl(service.account));
		const withTimezone =
			followsAttendee(product, webinar) || parameters.list(link.includeFields).includes('timezone');
		const url = buildOneClickLink(target, {
			...(withTimezone && booking.timezone !== undefined && { timezone: { literal: booking.timezone } }),
			...person,
			scheduleId: session.schedule,
		});
		return [
			{
				url,
				webinar_id: webinar.webinar_id,
				webinar_hash: webinar.webinar_hash,
				schedule_id: session.schedule,
				series: isSeries(session, webinar.schedules ?? []),
				derived: dashboardLink === '',
			},
		];
	},
};

type PersonInLink = Omit<LinkParameters, 'scheduleId'>;

function readPerson(parameters: ItemParameters): PersonInLink {
	if (parameters.text(link.linkFor) === 'contact') return readContact(parameters);
	const tool = parameters.text(link.emailTool);
	const included = parameters.list(link.includeFields);
	const tags = tool === 'custom' ? readOwnTags(parameters) : presetTags(tool);
	return {
		firstName: required('First Name', tags.firstName),
		email: required('Email', tags.email),
		...(included.includes('lastName') && { lastName: required('Last Name', tags.lastName) }),
		...(included.includes('phone') && {
			phoneCountryCode: required('Phone Country Code', tags.phoneCountryCode),
			phone: required('Phone', tags.phone),
		}),
		...(included.includes('timezone') && tags.timezone && { timezone: { tag: tags.timezone } }),
	};
}

function readContact(parameters: ItemParameters): PersonInLink {
	const more = parameters.collection(link.contactFields);
	const number = more.text(contact.phone);
	const phone = number === '' ? undefined : readPhone(number, more.text(contact.phoneCountryCode));
	return {
		firstName: { literal: readRequired('First Name', parameters.text(link.contactFirstName)) },
		lastName: { literal: more.text(contact.lastName) },
		email: { literal: readEmail(parameters.text(link.contactEmail)) },
		phoneCountryCode: { literal: phone?.countryCode ?? '' },
		phone: { literal: phone?.digits ?? '' },
	};
}

type Tags = Partial<
	Record<'firstName' | 'lastName' | 'email' | 'phoneCountryCode' | 'phone' | 'timezone', string>
>;

function presetTags(tool: string): Tags {
	const preset = Object.entries(mergeTags).find(([value]) => value === tool)?.[1];
	if (preset) return preset;
	throw new InputError(`"${tool}" is not one of the e-mail tools`, 'Choose one from the list, or Other.');
}

function readOwnTags(parameters: ItemParameters): Tags {
	const own = parameters.collection(link.mergeFields);
	return {
		firstName: own.text(contact.firstName),
		lastName: own.text(contact.lastName),
		email: own.text(contact.email),
		phoneCountryCode: own.text(contact.phoneCountryCode),
		phone: own.text(contact.phone),
		timezone: own.text(link.timezoneTag),
	};
}

function required(name: string, tag: string | undefined): LinkValue {
	if (tag) return { tag };
	throw new InputError(
		`The link has no merge field for ${name}`,
		'Choose "Other (Own Merge Fields)" as Email Tool and fill it in under Merge Fields, or take the field out of Include Fields.',
	);
}

function derivedTarget(account: Account, { webinar_id, webinar_hash }: WebinarDetail): LinkTarget {
	if (!webinar_hash) {
		throw new InputError(
			'The webinar has no hash to make a link of',
			'Copy a one-click link from its dashboard into Dashboard Link, under Options.',
		);
	}
	return { attendeeUrl: attendeeUrl(account), number: String(webinar_id), token: webinar_hash };
}

function attendeeUrl(account: Account): string {
	if (account.attendeeUrl !== '') return account.attendeeUrl;
	throw new InputError(
		'Attendee Pages URL is empty',
		'Open the credential and fill in Attendee Pages URL: one-click links lead there.',
	);
}

function unlinkable(): InputError {
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Such a session has no number of its own. Choose a session with a date.',
	);
}
