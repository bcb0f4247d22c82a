import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { z } from 'zod/v4';

import { CREDENTIAL_TYPE } from '../../../tools/realN8n/credentials';
import { N8nClient } from '../../../tools/realN8n/n8nClient';
import { surroundings } from '../support/surroundings';

const ROOT = join(__dirname, '../../..');

const codexFile = z.looseObject({ node: z.string() });
/** The search words of both nodes. */
const codexes = ['WebinarAccount', 'WebinarAccountTrigger'].map((name) =>
	codexFile.parse(JSON.parse(readFileSync(join(ROOT, `nodes/WebinarAccount/${name}.node.json`), 'utf8'))),
);

const icons = z.object({ light: z.string(), dark: z.string() });
const served = z.looseObject({ name: z.string(), iconUrl: z.unknown() });

describe('n8n, with the package as it is published,', () => {
	let n8n: N8nClient;

	beforeAll(async () => {
		const { installation, url } = surroundings();
		n8n = await N8nClient.logIn(installation.line, url);
	});

	const serve = async (file: string, name: string): Promise<unknown> =>
		z
			.array(served)
			.parse(JSON.parse(await n8n.file(`/types/${file}.json`)))
			.find((type) => type.name === name);

	const expectIcons = async ({ iconUrl }: z.infer<typeof served>) => {
		const { light, dark } = icons.parse(iconUrl);
		expect([basename(light), basename(dark)]).toEqual(['webinarAccount.svg', 'webinarAccount.dark.svg']);
		for (const url of [light, dark])
			expect(await n8n.file(`/${url}`)).toBe(readFileSync(join(ROOT, 'icons', basename(url)), 'utf8'));
	};

	it.each(codexes)('has the node $node with its icons, credential and search words', async (codex) => {
		const type = served.parse(await serve('nodes', codex.node));
		const { categories, alias, resources } = codex;
		expect(type.codex).toMatchObject({ categories, alias, resources });
		expect(type.credentials).toMatchObject([{ name: CREDENTIAL_TYPE }]);
		await expectIcons(type);
	});

	it('has the credential with its icons', async () => {
		const type = served.parse(await serve('credentials', CREDENTIAL_TYPE));
		expect(type).toMatchObject({
			displayName: 'WebinarJam / EverWebinar API',
			supportedNodes: expect.arrayContaining(codexes.map(({ node }) => node)) as string[],
		});
		await expectIcons(type);
	});

	it('offers the action node as a tool of an AI agent', async () => {
		expect(await serve('nodes', 'n8n-nodes-webinar-account.webinarAccountTool')).toMatchObject({
			displayName: 'WebinarJam / EverWebinar Tool',
			outputs: ['ai_tool'],
		});
	});
});
