import type { WebinarListItem } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { hasInTitle } from '../webinars/webinar';
import type { OperationContext } from './operation';

/**
 * Reads rows for every webinar in the account, and returns them in the order of the webinar list. If a webinar fails
 * and the node continues on errors, reads the other webinars anyway.
 * @param titleContains reads only webinars with this text in their title or name
 * @param maxConcurrent the maximum number of webinars to read at the same time
 */
export async function readEachWebinar<Row>(
	{ product, webinars, partFailed }: OperationContext,
	titleContains: string,
	maxConcurrent: number,
	read: (webinar: WebinarListItem) => Promise<Row[]>,
): Promise<Row[]> {
	const all = await webinars.list(product);
	const wanted = all.filter((webinar) => hasInTitle(titleContains, webinar));
	const rows = await mapConcurrent(wanted, maxConcurrent, async (webinar) =>
		read(webinar).catch((error: unknown) => {
			partFailed(`Webinar ${webinar.webinar_id}`, error);
			return [];
		}),
	);
	return rows.flat();
}
