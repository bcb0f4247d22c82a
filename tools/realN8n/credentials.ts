import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { N8nClient } from './n8nClient';

export const CREDENTIAL_TYPE = 'webinarAccountApi';

const created = z.looseObject({ id: z.string(), name: z.string() });

/** A node's reference to a credential. */
export type CredentialReference = Pick<z.infer<typeof created>, 'id' | 'name'>;

export async function createCredential(
	client: N8nClient,
	name: string,
	data: ICredentialDataDecryptedObject,
	type = CREDENTIAL_TYPE,
): Promise<CredentialReference> {
	const body = { name, type, data };
	const { id } = created.parse(await client.call('POST', '/rest/credentials', body));
	return { id, name };
}
