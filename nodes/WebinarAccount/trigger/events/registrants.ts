import type { Registrant } from '../../service/schemas';
import { readFlag } from '../../service/registrants/simplify';
import { registrantEvent } from './registrantEvent';

/** The service's number for "those who did" in a filter. */
const YES = '1';

/** Whether a row may say "Yes" in one of these fields; a host that does not fill them in is trusted with its filter. */
const anyOf =
	(...flags: string[]) =>
	(row: Registrant) =>
		flags.some((flag) => readFlag(row[flag]) !== false);

export const registrantAdded = registrantEvent({
	value: 'registrantAdded',
	name: 'Registrant Added',
	description: 'When somebody registered to the webinar',
	filters: [{}],
	matches: () => true,
	noExample: {
		done: 'registered to',
		webinar: 'Register somebody, for example yourself on its registration page, and test again.',
		session:
			'Register somebody to it, for example yourself on the registration page of the webinar, and test again.',
	},
});

export const registrantAttended = registrantEvent({
	value: 'registrantAttended',
	name: 'Registrant Attended',
	description: 'When a registrant has been in the live room or the replay room, once per registration',
	filters: [{ attended_live: YES }, { attended_replay: YES }],
	matches: anyOf('attended_live', 'attended_replay'),
	noExample: {
		done: 'attended',
		webinar: 'Test again after a session or a visit to the replay, or choose a webinar of the past.',
		session: 'Test again after the session or a visit to its replay, or choose another session.',
	},
});

export const registrantPurchased = registrantEvent({
	value: 'registrantPurchased',
	name: 'Registrant Purchased',
	description: 'When a registrant has bought what the webinar offers, once per registration',
	filters: [{ purchased: YES }],
	matches: anyOf('purchased_live', 'purchased_replay'),
	noExample: {
		done: 'bought in',
		webinar: 'Test again after the first purchase, or choose a webinar of the past.',
		session: 'Test again after the first purchase, or choose another session.',
	},
});
