import type { Product } from '../service/products';
import type { WebinarListItem } from '../service/schemas';
import { momentOfPhrase } from '../service/sessions/phrase';
import { zoneOf } from '../service/webinars';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Which webinars the list of all webinars shows to have a session in sight, so that others need not be read. */

interface Sight {
	/** Milliseconds since 1970. */
	now: number;
	/** How long before a session events can happen, in milliseconds. */
	leadMs: number;
}

/** Whether events can happen now: a session begins within the lead or began in the last week, or has no date. */
export function hasSessionInSight(
	product: Product,
	webinar: WebinarListItem,
	{ now, leadMs }: Sight,
): boolean {
	const { schedules, type } = webinar;
	// "Automated list: empty for a right-now webinar."
	if (!Array.isArray(schedules) || (schedules.length === 0 && product.takesDate)) return true;
	if (schedules.length === 0) return type === 'Always on' || type === 'Right now';
	return startsOf(product, webinar).some((start) => {
		if (Number.isNaN(start)) return true;
		// The list may show only the first session of a series.
		const isOver = now > start + WEEK_MS && type !== 'Series of presentations';
		return start - leadMs <= now && !isOver;
	});
}

/** A week after the last session that is in sight, in milliseconds since 1970; 0 without one. */
export function weekAfterLastSession(
	product: Product,
	webinar: WebinarListItem,
	{ now, leadMs }: Sight,
): number {
	const dated = startsOf(product, webinar).filter((start) => start - leadMs <= now);
	return dated.length === 0 ? 0 : Math.max(...dated) + WEEK_MS;
}

/** The sessions' starts; NaN for a session without a date, e.g. "Every day, 01:00 PM". */
function startsOf(product: Product, webinar: WebinarListItem): number[] {
	const { schedules } = webinar;
	const zone = zoneOf(product, webinar);
	return Array.isArray(schedules)
		? schedules.map((description: unknown) => momentOfPhrase(description, zone))
		: [];
}
