import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { z } from 'zod/v4';

import { CREDENTIAL_TYPE } from '../../../tools/realN8n/credentials';
import { N8nClient } from '../../../tools/realN8n/n8nClient';
import { surroundings } from '../support/surroundings';

const ROOT = join(__dirname, '../../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

const manifest = z.object({ n8n: z.object({ nodes: z.array(z.string()) }) });
const codexFile = z.looseObject({
	node: z.string(),
	categories: z.array(z.string()),
	alias: z.array(z.string()),
	resources: z.object({}).loose(),
});

/** The search words of every node that the package says it has. */
const codexes = manifest
	.parse(readJson('package.json'))
	.n8n.nodes.map((path) => codexFile.parse(readJson(path.replace('dist/', '').replace(/\.js$/, '.json'))));

const icons = z.object({ light: z.string(), dark: z.string() });
const served = z.looseObject({ name: z.string(), iconUrl: z.unknown() });
const nodeType = served.extend({
	displayName: z.string(),
	codex: z.looseObject({}).optional(),
	credentials: z.array(z.looseObject({ name: z.string() })).optional(),
});

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
		for (const [url, name] of [
			[light, 'webinarAccount.svg'],
			[dark, 'webinarAccount.dark.svg'],
		] as const) {
			expect(basename(url)).toBe(name);
			expect(await n8n.file(`/${url}`)).toBe(readFileSync(join(ROOT, 'icons', name), 'utf8'));
		}
	};

	it.each(codexes)('has the node $node with its icons, credential and search words', async (codex) => {
		const type = nodeType.parse(await serve('nodes', codex.node));
		expect(type.codex).toMatchObject({
			categories: codex.categories,
			alias: codex.alias,
			resources: codex.resources,
		});
		expect(type.credentials?.map(({ name }) => name)).toEqual([CREDENTIAL_TYPE]);
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
			displayName: 'Webinar Account Tool',
			outputs: ['ai_tool'],
		});
	});
});
