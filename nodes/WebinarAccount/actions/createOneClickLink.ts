import type { Account } from '../service/account';
import { followsAttendee } from '../service/booking';
import { InputError } from '../service/errors';
import { buildOneClickLink, type LinkTarget, readDashboardLink } from '../service/oneClickLink';
import type { WebinarDetail } from '../service/schemas';
import { isSeries, isUnnumbered, readSessionChoice, unlinkable } from '../service/sessions';
import { optionsOf, schedule, timezone, webinarId } from './fields';
import * as link from './linkFields';
import { linkZone, readPerson } from './linkPerson';
import type { NodeParameters } from './nodeParameters';
import type { Operation } from './operation';

const options = optionsOf(link.dashboardLink);

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
		options,
	],
	// A link names a schedule and no date of it.
	sessionList: { next: true, books: true },
	zone: linkZone,

	async execute({ product, parameters, service, sessions, notice }) {
		const person = readPerson(parameters);
		const choice = readSessionChoice(parameters.session());
		if (choice.kind === 'justInTime' || choice.kind === 'instantReplay') throw unlinkable();
		const zone = linkZone(product, parameters);
		const booking = await sessions.find({
			product,
			reference: parameters.webinar(),
			// Whom a link to a past schedule is for, its maker knows.
			choice: choice.kind === 'schedule' ? { ...choice, evenIfOver: true } : choice,
			zone,
			numberedOnly: choice.kind === 'next',
		});
		const { webinar, session } = booking;
		if (isUnnumbered(session)) throw unlinkable();
		const series = isSeries(session, webinar);
		if (series && choice.kind === 'schedule' && choice.date !== undefined) {
			notice(
				`Webinar ${webinar.webinar_id} is a series: the link registers people to all of its following sessions, whatever date is chosen in ${schedule.displayName}.`,
			);
		}

		const { derived, ...target } = chosenTarget(parameters, service.account, webinar);
		const asksForTimezone = parameters.list(link.includeFields).includes('timezone');
		const withTimezone = followsAttendee(product, webinar) || asksForTimezone;
		if (asksForTimezone && product.takesTimezone && !zone) {
			throw new InputError(
				'The link has no time zone',
				'Fill in Timezone, or take it out of Include Fields.',
			);
		}
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
				series,
				derived,
			},
		];
	},
};

/** A link from the dashboard wins over what is derived from the webinar. */
function chosenTarget(
	parameters: NodeParameters,
	account: Account,
	webinar: WebinarDetail,
): LinkTarget & { derived: boolean } {
	const copied = parameters.collection(options).text(link.dashboardLink);
	if (copied === '') return { ...derivedTarget(account, webinar), derived: true };
	return { ...readDashboardLink(copied, attendeeUrl(account)), derived: false };
}

function derivedTarget(account: Account, { webinar_id, webinar_hash }: WebinarDetail): LinkTarget {
	if (!webinar_hash) {
		throw new InputError(
			'The webinar has no hash to build a link from',
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
