import { followsAttendee } from '../../service/sessions/booking';
import { InputError } from '../../service/errors';
import { buildOneClickLink, type LinkTarget } from '../../service/links/oneClickLink';
import type { WebinarDetail } from '../../service/schemas';
import { isSeries, isUnnumbered, namesDate, unlinkable } from '../../service/sessions/sessions';
import { schedule, timezone, webinarId } from '../fields';
import * as link from './fields';
import { linkZone, readLinkInput } from './input';
import type { Operation } from '../operation';

export const createOneClickLink: Operation = {
	value: 'createOneClickLink',
	name: 'Create One-Click Link',
	description: 'Create a link that registers a contact of an e-mail tool with one click',
	action: ({ aNoun }) => `Create a one-click link to ${aNoun}`,
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
		link.options,
	],
	// A link names a schedule and no date of it.
	sessionList: { next: true, books: true },
	zone: linkZone,

	async execute({ product, parameters, service, sessions, notice }) {
		const { person, includesZone, attendeeUrl, copied, ...wish } = readLinkInput(
			product,
			parameters,
			service.account,
		);
		const { choice } = wish;
		const booking = await sessions.find({ product, ...wish, numberedOnly: choice.kind === 'next' });
		const { webinar, session } = booking;
		if (isUnnumbered(session)) throw unlinkable();
		const series = isSeries(session, webinar);
		if (series && namesDate(choice)) {
			notice(
				`Webinar ${webinar.webinar_id} is a series: the link registers people to all of its following sessions, whatever date is chosen in ${schedule.displayName}.`,
			);
		}
		const withZone = followsAttendee(product, webinar) || includesZone;
		// A link from the dashboard wins over what is derived from the webinar.
		const url = buildOneClickLink(copied ?? derivedTarget(attendeeUrl, webinar), {
			...(withZone && booking.timezone !== undefined && { timezone: { literal: booking.timezone } }),
			...person,
			scheduleId: session.schedule,
		});
		return [
			{
				url,
				webinar_id: webinar.webinar_id,
				webinar_hash: webinar.webinar_hash,
				schedule_id: session.schedule,
				series,
				derived: copied === undefined,
			},
		];
	},
};

function derivedTarget(attendeeUrl: string, { webinar_id, webinar_hash }: WebinarDetail): LinkTarget {
	if (webinar_hash) return { attendeeUrl, number: String(webinar_id), token: webinar_hash };
	throw new InputError(
		'The webinar has no hash to build a link from',
		'Copy a one-click link from its dashboard into Dashboard Link, under Options.',
	);
}
