import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

const ROOT = join(__dirname, '../..');
const LOCKFILES = ['package-lock.json', 'tools/lint/package-lock.json', 'tools/mutation/package-lock.json'];

/** These ask for no more than to be named. */
const FREE = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];
const FREE_TEXTS = ['Unlicense', 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0', 'Python-2.0', 'PSF-2.0'];
const allowed = new Set([...FREE, ...FREE_TEXTS]);

/** Their manifests say it in an old form, which npm does not copy: MIT. */
const OLD_FORM = ['buildcheck', 'busboy', 'cpu-features', 'format', 'ssh2', 'streamsearch'];
/** Word lists of the spell checker: nothing of them is copied into the package. */
const isWordList = (name: string) => name.startsWith('@cspell/dict-');
/** n8n's license allows the use in development. */
const isOfN8n = (name: string) => /^(@n8n\/|@n8n_io\/|n8n-(core|workflow)$)/.test(name);

const lockfile = z.object({
	packages: z.record(z.string(), z.object({ license: z.string().optional(), link: z.boolean().optional() })),
});

/** An expression such as `(MIT OR GPL-2.0)` or `Apache-2.0 AND MIT`. */
function isAllowed(license: string): boolean {
	const parts = license.replace(/[()]/g, '').split(/ (?:AND|OR) /);
	const isOne = (part: string) => allowed.has(part);
	return license.includes(' AND ') ? parts.every(isOne) : parts.some(isOne);
}

it.each(LOCKFILES)('finds only packages in %s that may be used without conditions', (file) => {
	const { packages } = lockfile.parse(JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
	const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
	const refused = installed
		.map(([path, { license, link }]) => ({ name: path.replace(/^.*node_modules\//, ''), license, link }))
		.filter(({ name, link }) => !link && !isOfN8n(name) && !isWordList(name) && !OLD_FORM.includes(name))
		.filter(({ license }) => license === undefined || !isAllowed(license));
	expect(installed.length).toBeGreaterThan(50);
	expect(refused).toEqual([]);
});
