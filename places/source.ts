import { getNames } from 'i18n-iso-countries';

/** Countries with states or provinces in their addresses that people type in English. */
const WITH_STATES = ['AU', 'CA', 'US'];

const WIDTH = 110;

interface Place {
	/** ISO 3166-1 alpha-2, or ISO 3166-2. */
	code: string;
	name: string;
}

/** The text of `places.ts` in the package: the lists of Country and State. */
export async function placesSource(): Promise<string> {
	const { iso31662 } = await import('iso-3166');
	const countries = Object.entries(getNames('en')).map(([code, name]) => ({ code, name }));
	const states = iso31662.filter(({ parent }) => WITH_STATES.includes(parent));
	return [
		'// Written by `npm run places` from ISO 3166. Do not edit.',
		'',
		...listOf('COUNTRIES', '`<code> <name>` of the countries, by name.', countries),
		'',
		...listOf('STATES', `The same of the states and provinces of ${WITH_STATES.join(', ')}.`, states),
		'',
	].join('\n');
}

function listOf(constant: string, comment: string, places: readonly Place[]): string[] {
	const sorted = [...places].sort((one, other) => one.name.localeCompare(other.name, 'en'));
	const lines = [''];
	for (const { code, name } of sorted) {
		const entry = `${code} ${name};`;
		const line = lines.at(-1) ?? '';
		if (line.length + entry.length < WIDTH)
			lines[lines.length - 1] = line === '' ? entry : `${line} ${entry}`;
		else lines.push(entry);
	}
	return [`/** ${comment} */`, `export const ${constant} = \``, ...lines, '`;'];
}
