import type { WebinarListItem } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { hasInTitle } from '../webinars/webinar';
import type { OperationContext } from './operation';

/**
 * Reads rows of every webinar of the account, in the order of the webinar list. If the node continues on errors, a webinar
 * that fails does not stop the others.
 * @param titleContains reads only webinars with this text in the title or the name
 */
export async function readEachWebinar<Row>(
	{ product, webinars, partFailed }: OperationContext,
	titleContains: string,
	atOnce: number,
	read: (webinar: WebinarListItem) => Promise<Row[]>,
): Promise<Row[]> {
	const all = await webinars.forDisplay().list(product);
	const wanted = all.filter((webinar) => hasInTitle(titleContains, webinar));
	const rows = await mapConcurrent(wanted, atOnce, async (webinar) =>
		read(webinar).catch((error: unknown) => {
			partFailed(`Webinar ${webinar.webinar_id}`, error);
			return [];
		}),
	);
	return rows.flat();
}
