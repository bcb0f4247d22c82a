import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { mergeTags } from '../../nodes/WebinarAccount/service/mergeTags';

describe('the page about one-click links', () => {
	const page = readFileSync(join(__dirname, '../../docs/one-click-links.md'), 'utf8').replaceAll('\\|', '|');

	it.each(Object.values(mergeTags))('lists the merge fields of $name as the node has them', (preset) => {
		const row = page.split('\n').find((line) => line.startsWith(`| ${preset.name} `));
		for (const tag of [preset.firstName, preset.lastName, preset.email]) expect(row).toContain(`\`${tag}\``);
	});
});
