import { TIMEZONE } from '../fields/webinarFields';
import { EST } from '../webinars/dates';
import { needsTimezone, type Webinar } from '../webinars/webinar';

/**
 * Returns the hint to show if Timezone is empty and the dates depend on the attendee's time zone; otherwise undefined.
 */
export function timezoneHint(webinar: Webinar): string | undefined {
	const { zone } = webinar;
	if (!needsTimezone(webinar)) return undefined;
	if (!zone) {
		return `The service does not say which time zone the dates are in, so the start times are unknown. Fill in ${TIMEZONE}, or run the node again.`;
	}
	const name = zone === EST ? 'EST (GMT-5)' : zone.name;
	return `The dates depend on each attendee's time zone. ${TIMEZONE} is empty, so the dates are in ${name}.`;
}
