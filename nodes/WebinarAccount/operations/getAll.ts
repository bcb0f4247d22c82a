import { hasInTitle, paging } from '../fields/listFields';
import type { WebinarListItem } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { inOrder } from '../utils/outputOrder';
import { IDS } from './get';
import type { Operation, OperationContext } from './operation';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	description: 'List the webinars of the account',
	action: ({ noun }) => `Get many ${noun}s`,
	fields: paging,

	async execute({ product, webinars, input, report }) {
		const { limit } = input(paging);
		const all = await webinars.list(product);
		if (all.length > limit) report.addHint(cutBy(limit));
		return all.slice(0, limit).map((webinar) => inOrder(webinar, [], IDS));
	},
};

export function cutBy(limit: number): string {
	return `There are more than ${limit}: turn on Return All or raise Limit.`;
}

/** In the order of the webinars; one that fails does not take the others with it. @param wanted text of their titles */
export async function readOfAll<Row>(
	{ product, webinars, partFailed }: OperationContext,
	wanted: string,
	atOnce: number,
	read: (webinar: WebinarListItem) => Promise<Row[]>,
): Promise<Row[]> {
	const listed = (await webinars.list(product)).filter((webinar) => hasInTitle(wanted, webinar));
	const rows = await mapConcurrent(listed, atOnce, async (webinar) =>
		read(webinar).catch((error: unknown) => {
			partFailed(`Webinar ${webinar.webinar_id}`, error);
			return [];
		}),
	);
	return rows.flat();
}
