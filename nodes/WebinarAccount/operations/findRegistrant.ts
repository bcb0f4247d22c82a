import { listedEmail } from '../fields/contactFields';
import { readFields, type Values } from '../fields/field';
import { onlySchedule, webinarId } from '../fields/webinarFields';
import {
	compareByRegistration,
	findByEmail,
	isOfSchedule,
	registrantsQuery,
} from '../registrants/registrantList';
import { toRegistrantOutput } from '../registrants/registrantOutput';
import { type Operation, readRowZone } from './operation';
import output from '../__schema__/v1.0.0/live/findRegistrant.json';

const fields = { webinarId, email: listedEmail, schedule: onlySchedule };

export const findRegistrant: Operation<Values<typeof fields>> = {
	value: 'findRegistrant',
	name: 'Find Registrant',
	description: 'Find a registrant by email, with attendance and room links',
	builderHint:
		'Tells whether a person is registered and attended. Returns one item per input item. If nobody has the email address, the item has only found, email and webinar_id.',
	action: ({ aNoun }) => `Find a registrant by email in ${aNoun}`,
	fields,
	output,

	read: (given, expressions) => readFields(fields, given, expressions),

	async execute(context, { webinarId: reference, email: address, schedule }) {
		const { service, webinars } = context;
		const id = Number(await webinars.id(reference));
		const found = await findByEmail(service, registrantsQuery(id, schedule), address, '');
		const rows = found.filter((row) => isOfSchedule(row, schedule));
		const [newest] = rows.sort((one, other) => compareByRegistration(other, one));
		if (!newest) return [{ found: false, email: address, webinar_id: id }];
		const zone = await readRowZone(context, id);
		const registrant = toRegistrantOutput({ ...newest, webinar_id: id }, true, zone);
		return [{ found: true, registrations: rows.length, ...registrant }];
	},
};
