import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

const ROOT = join(__dirname, '../..');
const LOCKFILES = ['package-lock.json', 'tools/lint/package-lock.json'];

/** Licenses of code that require only attribution. */
const CODE_LICENSES = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];
const OTHER_LICENSES = ['Unlicense', 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0', 'Python-2.0', 'PSF-2.0'];
const allowed = new Set([...CODE_LICENSES, ...OTHER_LICENSES]);

/** Packages under MIT whose manifests have the license in an old form, which npm does not copy to lockfiles. */
const OLD_FORM = ['buildcheck', 'busboy', 'cpu-features', 'format', 'ssh2', 'streamsearch'];
/** Whether a package is a word list of the spell checker, which is not published with this package. */
const isWordList = (name: string) => name.startsWith('@cspell/dict-');
/** Whether a package is part of n8n, whose license allows the use in development. */
const isOfN8n = (name: string) => /^(@n8n\/|@n8n_io\/|n8n-(core|workflow)$)/.test(name);

const lockfile = z.object({
	packages: z.record(z.string(), z.object({ license: z.string().optional(), link: z.boolean().optional() })),
});

/** Whether the package may be used under a license such as `(MIT OR GPL-2.0)` or `Apache-2.0 AND MIT`. */
function isAllowed(license: string): boolean {
	const parts = license.replace(/[()]/g, '').split(/ (?:AND|OR) /);
	const isAllowedPart = (part: string) => allowed.has(part);
	return license.includes(' AND ') ? parts.every(isAllowedPart) : parts.some(isAllowedPart);
}

it.each(LOCKFILES)('lists only packages with a permissive license: %s', (file) => {
	const { packages } = lockfile.parse(JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
	const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
	const refused = installed
		.map(([path, { license, link }]) => ({ name: path.replace(/^.*node_modules\//, ''), license, link }))
		.filter(({ name, link }) => !link && !isOfN8n(name) && !isWordList(name) && !OLD_FORM.includes(name))
		.filter(({ license }) => license === undefined || !isAllowed(license));
	expect(installed.length).toBeGreaterThan(50);
	expect(refused).toEqual([]);
});
