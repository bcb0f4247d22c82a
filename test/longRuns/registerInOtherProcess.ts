import { jsonParse } from 'n8n-workflow';

import { Engine } from '../../tools/engine';
import { sandboxCredential } from '../../tools/engine/parameters';
import { registerAll } from './registerAll';

/** A process that registers contacts. Its arguments: the number of contacts, and `{ url, apiKey }` as JSON. */
async function main([contacts, service]: string[]): Promise<void> {
	const credential = sandboxCredential(jsonParse<{ url: string; apiKey: string }>(service ?? ''));
	await registerAll(await Engine.load(), { contacts: Number(contacts), credential });
}

void main(process.argv.slice(2));
