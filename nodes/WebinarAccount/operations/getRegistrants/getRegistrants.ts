import type { INodeProperties } from 'n8n-workflow';

import { EST } from '../../service/sessions/booking';
import type { CallParameters } from '../../service/endpoints';
import { InputError } from '../../service/errors';
import { shortened } from '../../utils/quoted';
import { readRegistrants } from '../../service/registrants/list';
import { readSessionChoice } from '../../service/sessions/sessions';
import { simplified } from '../../service/registrants/simplify';
import { anySchedule, limit, optionsOf, returnAll, webinarId } from '../fields';
import type { Operation, OperationContext } from '../operation';
import { filters, readFilters } from './filters';

const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const options = optionsOf(simplify);

export const getRegistrants: Operation = {
	value: 'getRegistrants',
	name: 'Get Registrants',
	description: 'List the people registered to a webinar, with their attendance and purchases',
	action: ({ aNoun }) => `Get the registrants of ${aNoun}`,
	fields: [webinarId, anySchedule, returnAll, limit, filters, options],
	sessionList: { all: true, next: true, described: true },

	async execute(context) {
		const { product, parameters, service, webinars } = context;
		const query = {
			...readFilters(parameters),
			webinar_id: await webinars.id(product, parameters.webinar()),
			...(await scheduleParameter(context)),
		};
		const rows = await readRegistrants(
			service,
			{ product, parameters: query },
			parameters.flag(returnAll) ? Infinity : parameters.count(limit),
		);
		return parameters.collection(options).flag(simplify) ? rows.map(simplified) : rows;
	},
};

/** The service filters by schedule ID alone; only a session that is found by a rule takes a look at the webinar. */
async function scheduleParameter(context: OperationContext): Promise<CallParameters> {
	const { product, parameters, sessions } = context;
	const text = parameters.sessionFilter();
	if (text === '') return {};
	const choice = readSessionChoice(text);
	if (choice.kind === 'schedule') {
		if (choice.date === undefined) return { schedule_id: String(choice.schedule) };
		throw new InputError(
			'Registrants can be listed by schedule, not by date',
			`Leave out the date: ${choice.schedule} instead of ${shortened(text)}.`,
		);
	}
	const reference = parameters.webinar();
	// The zone changes the dates, not which session is next.
	const { session } = await sessions.find({ product, reference, choice, zone: EST });
	return { schedule_id: String(session.schedule) };
}
