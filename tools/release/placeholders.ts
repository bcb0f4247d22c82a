import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

/** npm's page stands in for the repository's address until that is known. */
export const STAND_IN = 'npmjs.com/package/n8n-nodes-webinar-account';

/** The files with help links. */
export const LINKING = [
	'credentials/WebinarAccountApi.credentials.ts',
	'nodes/WebinarAccount/WebinarAccount.node.json',
	'nodes/WebinarAccount/WebinarAccountTrigger.node.json',
];

const manifest = z.looseObject({
	repository: z.looseObject({ url: z.url() }).optional(),
	bugs: z.looseObject({ url: z.url() }).optional(),
	homepage: z.url().optional(),
	author: z.looseObject({ name: z.string(), email: z.email() }),
});

/** What n8n's reviewer and npm's provenance need and the package lacks, one line for each: none before a release. */
export function placeholders(root: string): string[] {
	const read = (file: string) => readFileSync(join(root, file), 'utf8');
	const { repository, bugs, homepage, author } = manifest.parse(JSON.parse(read('package.json')));
	return [
		...(repository ? [] : ['package.json: "repository" is missing']),
		...(bugs ? [] : ['package.json: "bugs" is missing']),
		...(homepage && !homepage.includes(STAND_IN) ? [] : ['package.json: "homepage" is not the repository']),
		...(author.email.endsWith('.example') ? ['package.json: "author" has an invented address'] : []),
		...LINKING.filter((file) => read(file).includes(STAND_IN)).map(
			(file) => `${file}: a help link leads to npm's page instead of the repository`,
		),
	];
}
