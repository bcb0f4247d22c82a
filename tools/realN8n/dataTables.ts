import { z } from 'zod/v4';

import type { N8nClient } from './n8nClient';

export type ColumnTypes = Readonly<Record<string, 'string' | 'number' | 'boolean'>>;

const personal = z.object({ id: z.string() });
const created = z.looseObject({ id: z.string() });
const rows = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

/** Returns the path of the data tables of the user's personal project. */
async function tablesPath(client: N8nClient): Promise<string> {
	const { id } = personal.parse(await client.call('GET', '/rest/projects/personal'));
	return `/rest/projects/${id}/data-tables`;
}

/** Creates a data table. @returns its ID */
export async function createDataTable(
	client: N8nClient,
	name: string,
	columnTypes: ColumnTypes,
): Promise<string> {
	const columns = Object.entries(columnTypes).map(([column, type]) => ({ name: column, type }));
	return created.parse(await client.call('POST', await tablesPath(client), { name, columns })).id;
}

export async function readRows(client: N8nClient, tableId: string): Promise<Array<Record<string, unknown>>> {
	return rows.parse(await client.call('GET', `${await tablesPath(client)}/${tableId}/rows`)).data;
}
