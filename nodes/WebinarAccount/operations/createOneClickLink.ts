import { CUSTOM_FIELDS, isParameter } from '../fields/contactFields';
import { collection, type Field, filledText, noticeField, textAs } from '../fields/field';
import { hasZoneTag, personFields, personOf } from '../fields/linkFields';
import { bookedSession, SESSION, timezone, webinarId } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { shortened } from '../utils/values';
import { findSession, type SessionChoice, unlinkable } from '../webinars/chooseSession';
import { customFieldsOf } from '../webinars/customFields';
import { EST } from '../webinars/dates';
import {
	buildOneClickLink,
	isLinkParameter,
	type LinkTarget,
	onAttendeePages,
	type OneClickLink,
	readDashboardLink,
} from '../webinars/oneClickLink';
import { shownZone, type Webinar } from '../webinars/webinar';
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
	(given) => (given === undefined ? undefined : readDashboardLink(filledText(DASHBOARD_LINK, given))),
);

const linkedSession: Field<SessionChoice> = {
	...bookedSession,
	// A link contains a schedule, but no date.
	offers: ['next'],
	read(given, sibling) {
		const chosen = bookedSession.read(given, sibling);
		if (chosen.kind === 'justInTime' || chosen.kind === 'instantReplay') throw unlinkable();
		return chosen;
	},
};

// With a merge field for each contact's zone, any zone works: the link contains only the session's ID.
const linkTimezone: typeof timezone = {
	...timezone,
	read: (given, sibling) => timezone.read(given, sibling) ?? (hasZoneTag(sibling) ? EST : undefined),
};

const fields = {
	notice: noticeField(
		'The service allows one-click links only in emails that your email tool (autoresponder) sends to its existing contacts. Other use can get your account closed.',
	),
	webinarId,
	timezone: linkTimezone,
	schedule: linkedSession,
	...personFields,
	options: collection('Options', { dashboardLink }, { placeholder: 'Add option' }),
};

export const createOneClickLink: Operation = {
	value: 'createOneClickLink',
	name: 'Create One-Click Link',
	description: 'Create a link that registers a contact of an email tool with one click',
	action: ({ aNoun }) => `Create a one-click link to ${aNoun}`,
	fields,

	async execute(context) {
		const { product, webinars, service, report } = context;
		const input = context.input(fields);
		const { attendeeUrl } = service.account;
		if (attendeeUrl === '') {
			throw new InputError(
				'Attendee Pages URL is empty',
				'Open the credential and fill in Attendee Pages URL: one-click links need it.',
			);
		}
		const { dashboardLink: copied } = input.options;
		const target = copied && onAttendeePages(copied, attendeeUrl);
		const choice = input.schedule;
		const { session, webinar } = await findSession(webinars, {
			product,
			reference: input.webinarId,
			choice,
			zone: input.timezone,
			forLink: true,
			check: (read) => void personOf(input, read),
		});
		if (session.isSeries && choice.kind !== 'schedule') {
			report.addHint(
				`In a series, the link registers people for all following sessions, not only for the one in ${SESSION}.`,
				webinar.id,
			);
		}
		if (!target) {
			const place = input.mergeFields ? 'Include Fields' : 'Contact Fields';
			report.addHint(
				`Send the link to yourself from your email tool and click it there. If the registration form asks for a last name, add it in ${place}.`,
			);
		}
		const { person, answers } = personOf(input, webinar);
		const ownZone = person.timezone ?? { literal: session.timezone ?? '' };
		if (person.timezone && !webinar.followsAttendee) report.addHint(NEEDS_NO_ZONE, webinar.id);
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
				webinar_title: webinar.detail.title ?? null,
				date: session.date || null,
				timezone: shownZone(webinar, session.startsAt),
				series: session.isSeries,
				webinar_id: webinar.id,
				webinar_hash: webinar.detail.webinar_hash,
				schedule_id: session.schedule,
				derived: copied === undefined,
			},
		];
	},
};

/** The service tells about custom fields only, and not always, what the registration form requires. */
function checkQuestions({ report }: OperationContext, webinar: Webinar, built: OneClickLink) {
	const open = customFieldsOf(webinar.detail).filter(
		({ label }) => !built.names.has(label) && !isParameter(label),
	);
	const required = open.filter((field) => field.required).map(({ label }) => shortened(label));
	if (required.length > 0) {
		throw new InputError(
			`Webinar ${webinar.id} requires ${required.join(' and ')}`,
			`Add it under ${CUSTOM_FIELDS}. For an email tool, these are in Merge Fields: set Email Tool to "Other (Own Merge Fields)".`,
		);
	}
	if (open.some((field) => field.required === undefined)) {
		report.addHint(
			`The webinar has custom fields that the link does not fill in. Add those that it requires under ${CUSTOM_FIELDS}.`,
			webinar.id,
		);
	}
	const untouched = [...built.copiedNames].filter(isLinkParameter);
	if (untouched.length > 0) {
		report.addHint(
			`The link keeps what ${DASHBOARD_LINK} has for ${untouched.join(', ')}. Check that your email tool fills it in.`,
		);
	}
}

function derivedTarget(attendeeUrl: string, { id, detail }: Webinar): LinkTarget {
	if (detail.webinar_hash) return { attendeeUrl, number: String(id), token: detail.webinar_hash };
	throw new InputError(
		'The webinar has no hash for a one-click link',
		"Copy a one-click link from the webinar's dashboard into Dashboard Link under Options.",
	);
}
