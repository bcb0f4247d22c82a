import { z } from 'zod/v4';

import { isRecord } from '../../utils/values';
import { anything, id, listOf } from '../schemas';
import { isBlank } from '../../utils/values';

/**
 * The answer of the registrants operation. The service's documentation does not show it; known are a paginator under
 * `registrants`, and bare rows under `registrants`, `users` or `user` in older code. So all of them are taken.
 */

/** Anything that is no identifier is kept as it came, so that one odd row does not hide all others. */
const idOrAnything = z.union([id, anything]).optional();

/** Seen under both names: the row gets both, and keeps what it has. */
function withBothPhones<Row extends Record<string, unknown>>(row: Row): Row {
	const known = [row.phone_number, row.phone].find((own) => !isBlank(own));
	if (known === undefined) return row;
	const [phone, phone_number] = [row.phone, row.phone_number].map((own) => (isBlank(own) ? known : own));
	return { ...row, phone, phone_number };
}

const registrant = z
	.object({
		id: idOrAnything,
		lead_id: idOrAnything,
		user_id: idOrAnything,
		schedule_id: idOrAnything,
		event_id: idOrAnything,
	})
	// All others in the service's own order.
	.catchall(anything)
	.transform(withBothPhones);

export type Registrant = z.output<typeof registrant>;

const rows = listOf(registrant);

/** One page of the list, whatever shape it came in. */
export interface RegistrantsPage {
	rows: Registrant[];
	/** Number of the last page; absent where the host does not say. */
	lastPage?: number;
	/** Number of all rows of all pages; absent where the host does not say. */
	total?: number;
	/** The host says that no page follows. */
	isLast: boolean;
}

const count = z
	.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
	.optional()
	.catch(undefined);

const paginator = z
	.object({ data: rows, last_page: count, total: count, next_page_url: z.unknown() })
	.transform(({ data, last_page, total, next_page_url }): RegistrantsPage => ({
		rows: data,
		...(last_page !== undefined && { lastPage: last_page }),
		...(total !== undefined && { total }),
		isLast: next_page_url === null,
	}));

const bareRows = rows.transform((data): RegistrantsPage => ({ rows: data, isLast: false }));

/** Typed answer: `registrants`, whatever member they came in. */
export const registrantsAnswer = z.preprocess(
	(answer) => ({ registrants: pageIn(answer) }),
	z.object({ registrants: z.union([paginator, bareRows]) }),
);

function pageIn(answer: unknown): unknown {
	if (!isRecord(answer)) return answer;
	if ('registrants' in answer) return answer.registrants;
	if ('users' in answer) return answer.users;
	return 'user' in answer ? answer.user : undefined;
}
