import type { IDataObject } from 'n8n-workflow';

import { listedEmail } from '../fields/contactFields';
import type { Values } from '../fields/field';
import { forOneWebinar, onlySchedule, scopeField, webinarId } from '../fields/webinarFields';
import {
	compareNewestFirst,
	findByEmail,
	isOfSchedule,
	registrantsQuery,
} from '../registrants/registrantList';
import { hasPurchased, simplifiedRegistrant } from '../registrants/registrantOutput';
import type { Registrant } from '../service/endpoints';
import { readFlag, scalarText } from '../utils/values';
import { type Operation, type OperationContext, fetchFromEachWebinar } from './operation';
import output from '../__schema__/v1.0.0/live/findRegistrant.json';

const fields = {
	webinarScope: scopeField(
		'Sends one search per webinar for each person. With 635 webinars, this takes about 32 seconds per person.',
		{ default: 'one', description: 'The webinars in which to look for the person' },
	),
	webinarId: forOneWebinar(webinarId),
	email: listedEmail,
	schedule: forOneWebinar(onlySchedule),
};

export const findRegistrant: Operation<Values<typeof fields>> = {
	value: 'findRegistrant',
	name: 'Find Registrant',
	description: 'Find a registrant by email, with attendance and room links',
	builderHint:
		'Tells whether a person is registered and attended, in one webinar or, with webinarScope "all", in any. Returns one item per input item. attended_live_any, attended_replay_any and purchased_any are about all registrations of the person, the other fields about the newest one.',
	action: ({ aNoun }) => `Find a registrant by email in ${aNoun}`,
	fields,
	output,

	async execute(context, { webinarId: reference, email: address, schedule }) {
		// A schedule can be chosen only with a webinar.
		if (!reference) return [await findInAllWebinars(context, address)];
		const webinar_id = Number(await context.webinars.fetchId(reference));
		const rows = await search(context, webinar_id, address, schedule);
		const newest = newestOf(rows);
		if (!newest) return [{ ...summaryOf([]), email: address, webinar_id }];
		if (rows.length > 1) addNewestOnlyHint(context, newest);
		const zone = await context.webinars.fetchRowZone(webinar_id);
		return [{ ...summaryOf(rows), ...simplifiedRegistrant(newest, zone) }];
	},
};

/** Returns the person's rows in a webinar, each with the webinar's ID. @param schedule undefined for all schedules */
async function search(
	{ service }: OperationContext,
	webinar_id: number,
	address: string,
	schedule?: number,
): Promise<Registrant[]> {
	const found = await findByEmail(service, registrantsQuery(webinar_id, schedule), address);
	// Rows of other schedules do not count, if the service returns any.
	return found.filter((row) => isOfSchedule(row, schedule)).map((row) => ({ ...row, webinar_id }));
}

/** Looks the person up in every webinar, and returns the output item. @throws PartError if a webinar could not be searched */
async function findInAllWebinars(context: OperationContext, address: string): Promise<IDataObject> {
	const rows = await fetchFromEachWebinar(context, ({ webinar_id }) => search(context, webinar_id, address));
	const newest = newestOf(rows);
	if (!newest) return { ...summaryOf([]), email: address, webinar_title: null, webinar_id: null };
	if (rows.length > 1) addNewestOnlyHint(context, newest);
	const webinars = await context.webinars.fetchList();
	const webinar = webinars.find(({ webinar_id }) => webinar_id === newest.webinar_id);
	const zone = await context.webinars.fetchRowZone(Number(newest.webinar_id), webinar);
	return {
		...summaryOf(rows),
		webinar_title: webinar?.title ?? null,
		...simplifiedRegistrant(newest, zone),
	};
}

/** Returns the person's newest registration; undefined without one. */
function newestOf(rows: readonly Registrant[]): Registrant | undefined {
	return [...rows].sort(compareNewestFirst)[0];
}

/** Adds the hint that a person has several registrations, of which the output shows only the newest one. */
function addNewestOnlyHint({ report, itemName }: OperationContext, newest: Registrant): void {
	// Only the hint of a single item names the session. The hints of several items then have the same text, which is shown once.
	const session = scalarText(newest.event) || scalarText(newest.schedule) || 'a session without a date';
	const shown = itemName === undefined ? `: ${session}, webinar ${scalarText(newest.webinar_id)}` : '';
	report.addHint(
		`A person has several registrations. The item shows the newest one${shown}. The fields that end with _any are about all of them. To list them, use Get Registrants with the filter Name or Email Contains.`,
		itemName,
	);
}

/** Returns the output fields about all registrations of the person. */
function summaryOf(rows: readonly Registrant[]) {
	return {
		found: rows.length > 0,
		registrations: rows.length,
		attended_live_any: rows.some(({ attended_live }) => readFlag(attended_live) === true),
		attended_replay_any: rows.some(({ attended_replay }) => readFlag(attended_replay) === true),
		purchased_any: rows.some((row) => hasPurchased(row) === true),
	};
}
