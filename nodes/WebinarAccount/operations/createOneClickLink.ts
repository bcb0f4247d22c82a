import { details, email, firstName } from '../fields/contact';
import { CUSTOM_FIELDS, customFields, isParameter } from '../fields/customFields';
import {
	asText,
	choice,
	collection,
	type Field,
	filled,
	notice,
	onlyWith,
	textAs,
	type Values,
} from '../fields/field';
import * as merge from '../fields/mergeFields';
import { bookedSession, productsWith, SESSION, timezone, TIMEZONE, webinarId } from '../fields/webinar';
import type { Account } from '../service/account';
import { InputError } from '../service/errors';
import { scalarText, shortened } from '../utils/values';
import { findSession, type SessionChoice, unlinkable } from '../webinars/choose';
import { answersFor, customFieldsOf } from '../webinars/customFields';
import {
	buildOneClickLink,
	isLinkParameter,
	type LinkTarget,
	type LinkValue,
	onAttendeePages,
	type OneClickLink,
	readDashboardLink,
} from '../webinars/oneClickLink';
import { EST } from '../webinars/dates';
import type { Webinar } from '../webinars/webinar';
import type { Operation, OperationContext } from './operation';

const DASHBOARD_LINK = 'Dashboard Link';

const NEEDS_NO_ZONE =
	"The link contains no time zone: the webinar's sessions do not depend on the time zone of the attendee.";

const dashboardLink = textAs(
	DASHBOARD_LINK,
	{
		placeholder: 'e.g. https://event.webinarjam.com/register/1click/6/uvw1234',
		description:
			"A one-click link copied from the webinar's dashboard. Paste one if the link that this node makes does not lead to a registration: its number and token then replace the webinar's ID and hash. Its other parameters are kept.",
	},
	(given) =>
		given === undefined
			? undefined
			: readDashboardLink(asText(DASHBOARD_LINK, filled(DASHBOARD_LINK, given))),
);

const linkedSession: Field<SessionChoice> = {
	...bookedSession,
	read(given, sibling) {
		const chosen = bookedSession.read(given, sibling);
		if (chosen.kind === 'justInTime' || chosen.kind === 'instantReplay') throw unlinkable();
		return chosen;
	},
};

const linkTimezone: typeof timezone = {
	...timezone,
	read(given, sibling) {
		// With a merge field for each contact's zone, any zone works: the link contains only the session's ID.
		const zone = timezone.read(given, sibling) ?? (merge.hasZoneTag(sibling) ? EST : undefined);
		const isIncluded =
			productsWith('takesTimezone').includes(scalarText(sibling('resource'))) &&
			merge.forEmailTool(merge.includeFields).read(sibling('includeFields'), sibling)?.includes('timezone');
		if (zone || !isIncluded) return zone;
		const advice = `Fill in ${TIMEZONE}, or remove it from Include Fields.`;
		throw new InputError('The link has no time zone', advice);
	},
};

const forContact = <Value>(field: Field<Value>) => onlyWith('linkFor', ['contact'], field);
const { lastName, phone, phoneCountryCode } = details;

const fields = {
	notice: notice(
		'The service allows one-click links only in emails that your email tool (autoresponder) sends to its existing contacts. Other use can get your account closed.',
	),
	webinarId,
	timezone: linkTimezone,
	schedule: linkedSession,
	linkFor: choice(
		'Link For',
		undefined,
		{
			'Email Tool': ['emailTool', 'One link for all contacts; the email tool fills in their data'],
			'One Contact': ['contact', 'A complete link for one contact'],
		},
		{
			default: 'emailTool',
			description: "What the link is for: an email tool, which fills in each contact's data, or one contact",
		},
	),
	emailTool: merge.forEmailTool(merge.emailTool),
	fixedNotice: merge.forEmailTool(merge.fixedNotice),
	mergeFields: merge.forEmailTool(merge.mergeFields),
	includeFields: merge.forEmailTool(merge.includeFields),
	contactFirstName: forContact(firstName),
	contactEmail: forContact(email),
	contactFields: forContact(
		collection(
			'Contact Fields',
			{ customFields, lastName, phone, phoneCountryCode },
			{ placeholder: 'Add field' },
		),
	),
	options: collection('Options', { dashboardLink }, { placeholder: 'Add option' }),
};

export const createOneClickLink: Operation = {
	value: 'createOneClickLink',
	name: 'Create One-Click Link',
	description: 'Create a link that registers a contact of an email tool with one click',
	action: ({ aNoun }) => `Create a one-click link to ${aNoun}`,
	fields,
	// A link contains a schedule, but no date.
	sessionList: { next: true, books: true, needsNoZone: merge.hasZoneTag },

	async execute(context) {
		const { product, webinars, service, report } = context;
		const input = context.input(fields);
		const attendeeUrl = attendeeUrlOf(service.account);
		const { dashboardLink: copied } = input.options;
		const target = copied && onAttendeePages(copied, attendeeUrl);
		const choice = input.schedule;
		const { session, webinar } = await findSession(webinars, {
			...{ product, reference: input.webinarId, choice, zone: input.timezone },
			forLink: true,
			check: (read) => void personOf(input, read),
		});
		if (session.isSeries && choice.kind !== 'schedule') {
			report.notice(
				`In a series, the link registers people for all following sessions, not only for the one in ${SESSION}.`,
				webinar.id,
			);
		}
		// A link from the dashboard takes precedence over number and token derived from the webinar.
		if (!target) report.notice(checkOnce(input.mergeFields ? 'Include Fields' : 'Contact Fields'));
		const { person, answers } = input.mergeFields ?? personOf(input, webinar);
		const ownZone = person.timezone ?? { literal: session.timezone ?? '' };
		if (person.timezone && !webinar.followsAttendee) report.notice(NEEDS_NO_ZONE, webinar.id);
		const parameters = {
			...person,
			timezone: webinar.followsAttendee ? ownZone : undefined,
			schedule_id: { literal: String(session.schedule) },
		};
		const built = buildOneClickLink(target ?? derivedTarget(attendeeUrl, webinar), parameters, answers);
		checkQuestions(context, webinar, built);
		return [
			{
				url: built.url,
				webinar_id: webinar.id,
				webinar_hash: webinar.detail.webinar_hash,
				schedule_id: session.schedule,
				series: session.isSeries,
				derived: copied === undefined,
			},
		];
	},
};

function personOf(
	{ contactFirstName, contactEmail, contactFields }: Values<typeof fields>,
	webinar: Webinar,
): merge.LinkPerson {
	const literal = (text: string | undefined): LinkValue => ({ literal: text ?? '' });
	const answers = Object.entries(answersFor(webinar, contactFields?.customFields ?? {}));
	return {
		person: {
			first_name: literal(contactFirstName),
			last_name: literal(contactFields?.lastName),
			email: literal(contactEmail),
			phone_country_code: literal(contactFields?.phoneCountryCode),
			phone_number: literal(contactFields?.phone),
		},
		answers: Object.fromEntries(answers.map(([label, texts]) => [label, texts.map(literal)])),
	};
}

/** The service tells about custom fields only, and not always, what the registration form requires. */
function checkQuestions({ report }: OperationContext, webinar: Webinar, built: OneClickLink) {
	const open = customFieldsOf(webinar.detail).filter(
		({ label }) => !built.names.has(label) && !isParameter(inSnakeCase(label)),
	);
	const required = open.filter((field) => field.required).map(({ label }) => shortened(label));
	if (required.length > 0) {
		throw new InputError(
			`This webinar requires ${required.join(' and ')}`,
			`Add it under ${CUSTOM_FIELDS}. For an email tool, these are in Merge Fields: set Email Tool to "Other (Own Merge Fields)".`,
		);
	}
	if (open.some((field) => field.required === undefined)) {
		report.notice(
			`The webinar has custom fields that the link does not fill in. Add those that it requires under ${CUSTOM_FIELDS}.`,
			webinar.id,
		);
	}
	const untouched = [...built.copiedNames].filter(isLinkParameter);
	if (untouched.length > 0) {
		report.notice(
			`The link keeps what ${DASHBOARD_LINK} has for ${untouched.join(', ')}. Check that your email tool fills it in.`,
		);
	}
}

/** Some hosts may list First Name or phoneNumber among the custom fields. */
const inSnakeCase = (label: string) =>
	label
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.replace(/\W+/g, '_')
		.toLowerCase();

const checkOnce = (place: string) =>
	`Send the link to yourself from your email tool and click it there. If the registration form asks for a last name, add it in ${place}.`;

function derivedTarget(attendeeUrl: string, { id, detail }: Webinar): LinkTarget {
	if (detail.webinar_hash) return { attendeeUrl, number: String(id), token: detail.webinar_hash };
	throw new InputError(
		'The webinar has no hash for a one-click link',
		"Copy a one-click link from the webinar's dashboard into Dashboard Link under Options.",
	);
}

function attendeeUrlOf({ attendeeUrl }: Account): string {
	if (attendeeUrl !== '') return attendeeUrl;
	throw new InputError(
		'Attendee Pages URL is empty',
		'Open the credential and fill in Attendee Pages URL: one-click links need it.',
	);
}
