import type { Zone } from 'luxon';

import type { Account } from '../../service/account';
import { EST } from '../../service/sessions/booking';
import { InputError } from '../../service/errors';
import { InputChecks } from '../inputChecks';
import { type LinkTarget, readDashboardLink } from '../../service/links/oneClickLink';
import type { Product } from '../../service/products';
import { readSessionChoice, type SessionChoice, unlinkable } from '../../service/sessions/sessions';
import type { WebinarReference } from '../../service/webinars';
import * as link from './fields';
import { hasZoneTag, type PersonInLink, readPerson } from './person';
import type { NodeParameters } from '../nodeParameters';

/** What one item says of a link, checked as far as that goes without the service. */
interface LinkInput {
	person: PersonInLink;
	reference: WebinarReference;
	choice: SessionChoice;
	zone: Zone | undefined;
	/** Whether the zone goes into the link of a webinar with a zone of its own, too. */
	includesZone: boolean;
	/** Root of the pages that links lead to. */
	attendeeUrl: string;
	/** Where a link from the dashboard leads. */
	copied: LinkTarget | undefined;
}

/** @throws InputError that says everything that is wrong with the item */
export function readLinkInput(product: Product, parameters: NodeParameters, account: Account): LinkInput {
	const checks = new InputChecks();
	const included = checks.read(() => parameters.list(link.includeFields), []);
	const includesZone = included.includes('timezone');
	const person = readPerson(parameters, included, checks);
	const reference = checks.read(() => parameters.webinar(), { id: '' });
	const choice = checks.read(() => readChoice(parameters), { kind: 'next' });
	const zone = checks.read(() => {
		const found = zoneFor(product, parameters, person.timezone !== undefined);
		if (includesZone && product.takesTimezone && !found) throw zoneless();
		return found;
	}, undefined);
	const attendeeUrl = checks.read(() => attendeeUrlOf(account), '');
	const copied = checks.read(() => readCopied(parameters, attendeeUrl), undefined);
	checks.end();
	return { person, reference, choice, zone, includesZone, attendeeUrl, copied };
}

/** The zone that the session of a link is found in. */
export function linkZone(product: Product, parameters: NodeParameters): Zone | undefined {
	return zoneFor(product, parameters, hasZoneTag(parameters));
}

/** With a merge field for each contact's own zone, any will do: the link names the session by its number alone. */
function zoneFor(product: Product, parameters: NodeParameters, isTagged: boolean): Zone | undefined {
	return parameters.attendeeZone(product) ?? (isTagged ? EST : undefined);
}

function zoneless(): InputError {
	return new InputError('The link has no time zone', 'Fill in Timezone, or take it out of Include Fields.');
}

function readChoice(parameters: NodeParameters): SessionChoice {
	const choice = readSessionChoice(parameters.session());
	if (choice.kind === 'justInTime' || choice.kind === 'instantReplay') throw unlinkable();
	// Whom a link to a past schedule is for, its maker knows.
	return choice.kind === 'schedule' ? { ...choice, evenIfOver: true } : choice;
}

function attendeeUrlOf({ attendeeUrl }: Account): string {
	if (attendeeUrl !== '') return attendeeUrl;
	throw new InputError(
		'Attendee Pages URL is empty',
		'Open the credential and fill in Attendee Pages URL: one-click links lead there.',
	);
}

function readCopied(parameters: NodeParameters, attendeeUrl: string): LinkTarget | undefined {
	const text = parameters.collection(link.options).text(link.dashboardLink);
	// Without the root there is nothing to compare it with, which is said already.
	return text === '' || attendeeUrl === '' ? undefined : readDashboardLink(text, attendeeUrl);
}
