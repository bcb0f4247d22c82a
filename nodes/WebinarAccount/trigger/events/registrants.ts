import type { Registrant } from '../../service/schemas';
import { readFlag } from '../../service/registrants/simplify';
import { registrantEvent } from './registrantEvent';

/** The service's number for "yes" in a filter. */
const YES = '1';

/** Whether one of these fields may be "Yes": if a host leaves it empty, the host's filter decides. */
const anyOf =
	(...flags: string[]) =>
	(row: Registrant) =>
		flags.some((flag) => readFlag(row[flag]) !== false);

export const registrantAdded = registrantEvent({
	value: 'registrantAdded',
	name: 'Registrant Added',
	action: 'On new registrant',
	description: 'When somebody registered for the webinar',
	filters: [{}],
	matches: () => true,
	noExample: {
		done: 'registered for',
		webinar: 'Register somebody, e.g. yourself on its registration page, and test again.',
		session:
			'Register somebody for it, e.g. yourself on the registration page of the webinar, and test again.',
	},
});

export const registrantAttended = registrantEvent({
	value: 'registrantAttended',
	name: 'Registrant Attended',
	action: 'On attendance by a registrant, live or replay',
	description: 'When a registrant has entered the live room or the replay room, once per registration',
	filters: [{ attended_live: YES }, { attended_replay: YES }],
	matches: anyOf('attended_live', 'attended_replay'),
	noExample: {
		done: 'attended',
		webinar: 'Test again after a session or a visit to the replay, or choose a past webinar.',
		session: 'Test again after the session or a visit to its replay, or choose another session.',
	},
});

export const registrantPurchased = registrantEvent({
	value: 'registrantPurchased',
	name: 'Registrant Purchased',
	action: 'On purchase by a registrant',
	description: 'When a registrant has bought what the webinar offers, once per registration',
	filters: [{ purchased: YES }],
	matches: anyOf('purchased_live', 'purchased_replay'),
	noExample: {
		done: 'bought in',
		webinar: 'Test again after the first purchase, or choose a past webinar.',
		session: 'Test again after the first purchase, or choose another session.',
	},
});
