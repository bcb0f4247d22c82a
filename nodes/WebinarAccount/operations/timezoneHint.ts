import { TIMEZONE } from '../fields/webinarFields';
import { EST } from '../webinars/dates';
import { needsTimezone, type Webinar } from '../webinars/webinar';

/** Returns a hint for dates that were read while Timezone was empty; undefined if they do not depend on it. */
export function timezoneHint(webinar: Webinar): string | undefined {
	const { zone } = webinar;
	if (!needsTimezone(webinar)) return undefined;
	if (!zone) {
		return `The service does not show which time zone the dates are in, so their start is not known. Fill in ${TIMEZONE}, or run the node again.`;
	}
	const name = zone === EST ? 'EST (GMT-5)' : zone.name;
	return `The dates depend on each attendee's time zone. ${TIMEZONE} is empty, so the dates are in ${name}.`;
}
