import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { InputError } from '../../service/errors';
import { readRegistrants } from '../../service/registrants/list';
import { simplified } from '../../service/registrants/simplify';
import { readSessionChoice, type SessionChoice } from '../../service/sessions/choice';
import { findSession } from '../../service/sessions/find';
import { EST } from '../../service/sessions/timezone';
import type { WebinarReference } from '../../service/webinarReference';
import { anySchedule, limit, returnAll, webinarId } from '../fields';
import { flag, limitOf, paging, sessionFilter, webinar } from '../input';
import type { Operation, OperationContext } from '../operation';
import { filterInput, filters } from './filters';

/** Also a field of the trigger's events of registrants. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return true or false for Yes and No, seconds for the time in a room, and null for what is empty',
};

const input = z.object({
	filters: filterInput,
	webinarId: webinar,
	schedule: sessionFilter(readSessionChoice),
	...paging,
	simplify: flag(simplify),
});

export const getRegistrants: Operation = {
	value: 'getRegistrants',
	name: 'Get Registrants',
	description: 'List the people registered for a webinar, with their attendance and purchases',
	action: ({ aNoun }) => `Get the registrants of ${aNoun}`,
	fields: [webinarId, ...anySchedule, returnAll, limit, filters, simplify],
	sessionList: { all: true, next: true, described: true },

	async execute(context) {
		const { product, service, webinars } = context;
		const { webinarId: reference, schedule, filters, simplify: isSimple, ...most } = context.input(input);
		const parameters = {
			...filters,
			webinar_id: await webinars.id(product, reference),
			...(schedule && { schedule_id: String(await scheduleId(context, reference, schedule)) }),
		};
		return await readRegistrants(
			service,
			{ product, parameters },
			{ limit: limitOf(most), ...(isSimple && { each: simplified }) },
		);
	},
};

/** The service filters by schedule ID; only a session chosen by a rule requires the webinar to be read. */
async function scheduleId(
	{ product, webinars }: OperationContext,
	reference: WebinarReference,
	choice: SessionChoice,
): Promise<number> {
	if (choice.kind !== 'schedule') {
		// Any zone works: it changes the dates, but not which session is next.
		const { session } = await findSession(webinars, { product, reference, choice, zone: EST });
		return session.schedule;
	}
	if (choice.date === undefined) return choice.schedule;
	throw new InputError(
		'Registrants can be listed by schedule, not by date',
		`Remove the date: ${choice.schedule} instead of ${choice.schedule}|${choice.date}.`,
	);
}
