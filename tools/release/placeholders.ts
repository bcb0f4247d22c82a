import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

/** Part of the URL of npm's page, which the package uses until the URL of its repository is known. */
export const PLACEHOLDER_URL = 'npmjs.com/package/n8n-nodes-webinarjam-everwebinar';

/** The files with help links. */
export const FILES_WITH_LINKS = [
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

/** Returns one line for each thing that is missing for n8n's review and npm's provenance. */
export function placeholders(root: string): string[] {
	const read = (file: string) => readFileSync(join(root, file), 'utf8');
	const { repository, bugs, homepage, author } = manifest.parse(JSON.parse(read('package.json')));
	return [
		...(repository ? [] : ['package.json: "repository" is missing']),
		...(bugs ? [] : ['package.json: "bugs" is missing']),
		...(homepage && !homepage.includes(PLACEHOLDER_URL)
			? []
			: ['package.json: "homepage" is not the repository']),
		...(author.email.endsWith('.example') ? ['package.json: "author" has an invented email address'] : []),
		...FILES_WITH_LINKS.filter((file) => read(file).includes(PLACEHOLDER_URL)).map(
			(file) => `${file}: a help link leads to npm's page instead of the repository`,
		),
	];
}
