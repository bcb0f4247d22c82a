import { customFieldsOf } from '../../service/customFields';
import { InputError } from '../../service/errors';
import {
	buildOneClickLink,
	isLinkParameter,
	type LinkTarget,
	type OneClickLink,
} from '../../service/links/oneClickLink';
import type { WebinarDetail } from '../../service/schemas';
import { namesSchedule } from '../../service/sessions/choice';
import { findSession } from '../../service/sessions/find';
import { isSeries, isUnnumbered, unlinkable } from '../../service/sessions/kinds';
import { shortened } from '../../utils/text';
import { customFields } from '../customFields';
import { linkedSchedule, schedule, timezone, webinarId } from '../fields';
import type { Operation, OperationContext } from '../operation';
import { isRegistrationParameter } from '../parameterLabels';
import * as link from './fields';
import { form, hasZoneTag, readLinkInput } from './input';

export const createOneClickLink: Operation = {
	value: 'createOneClickLink',
	name: 'Create One-Click Link',
	description: 'Create a link that registers a contact of an email tool with one click',
	action: ({ aNoun }) => `Create a one-click link to ${aNoun}`,
	fields: [
		link.notice,
		webinarId,
		timezone,
		linkedSchedule,
		link.linkFor,
		link.emailTool,
		link.fixedNotice,
		link.mergeFields,
		link.includeFields,
		link.contactFirstName,
		link.contactEmail,
		link.contactFields,
		link.options,
	],
	// A link contains a schedule, but no date.
	sessionList: { next: true, books: true, needsNoZone: (read) => hasZoneTag(read(form)) },

	async execute(context) {
		const { product, webinars, notice } = context;
		const { person, answers, attendeeUrl, ...input } = readLinkInput(context);
		const { webinarId: reference, schedule: choice, timezone: zone } = input;
		const numberedOnly = choice.kind === 'next';
		const found = await findSession(webinars, { product, reference, choice, zone, numberedOnly });
		const { session, reading } = found;
		const { webinar } = reading;
		if (isUnnumbered(session)) throw unlinkable();
		const series = isSeries(session, webinar);
		if (series && !namesSchedule(choice)) {
			notice(
				`Webinar ${webinar.webinar_id} is a series: the link registers people for all following sessions, not only for the one in ${schedule.displayName}.`,
			);
		}
		// A link from the dashboard takes precedence over number and token derived from the webinar.
		const copied = input.options.dashboardLink;
		if (!copied) notice(CHECK_ONCE);
		const parameters = {
			...(reading.timezone !== undefined && { timezone: { literal: reading.timezone } }),
			...person,
			schedule_id: { literal: String(session.schedule) },
		};
		const built = buildOneClickLink(copied ?? derivedTarget(attendeeUrl, webinar), parameters, answers);
		checkQuestions(context, webinar, built);
		return [
			{
				url: built.url,
				webinar_id: webinar.webinar_id,
				webinar_hash: webinar.webinar_hash,
				schedule_id: session.schedule,
				series,
				derived: copied === undefined,
			},
		];
	},
};

/** The service tells about custom fields only, and not always, what the registration form requires. */
function checkQuestions({ notice }: OperationContext, webinar: WebinarDetail, built: OneClickLink) {
	const open = customFieldsOf(webinar).filter(
		({ label }) => !built.names.has(label) && !isRegistrationParameter(inSnakeCase(label)),
	);
	const required = open.filter((field) => field.required).map(({ label }) => shortened(label));
	if (required.length > 0) {
		throw new InputError(
			`This webinar requires ${required.join(' and ')}`,
			`Add it under ${customFields.displayName}. For an email tool, these are in Merge Fields: set Email Tool to "Other (Own Merge Fields)".`,
			['The webinar requires a custom field'],
		);
	}
	if (open.some((field) => field.required === undefined)) {
		notice(
			`Webinar ${webinar.webinar_id} has custom fields that the link does not fill in. Add those that it requires under ${customFields.displayName}.`,
		);
	}
	const untouched = [...built.copiedNames].filter(isLinkParameter);
	if (untouched.length > 0) {
		notice(
			`The link keeps what ${link.dashboardLink.displayName} has for ${untouched.join(', ')}. Check that your email tool fills it in.`,
		);
	}
}

/** Some hosts may list First Name or phoneNumber among the custom fields. */
const inSnakeCase = (label: string) =>
	label
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.replace(/\W+/g, '_')
		.toLowerCase();

const CHECK_ONCE =
	'Click each link once before you send it: the service does not document how its address is made up, nor which fields the webinar requires.';

function derivedTarget(attendeeUrl: string, { webinar_id, webinar_hash }: WebinarDetail): LinkTarget {
	if (webinar_hash) return { attendeeUrl, number: String(webinar_id), token: webinar_hash };
	throw new InputError(
		'The webinar has no hash for a one-click link',
		"Copy a one-click link from the webinar's dashboard into Dashboard Link under Options.",
	);
}
