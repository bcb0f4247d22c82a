/** The time zones that people probably mean by abbreviations and other names, in lower case. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
	'GMT+0': ['gmt', 'utc', 'z', 'greenwich mean'],
	'America/New_York': ['est', 'edt', 'et', 'eastern', 'us eastern'],
	'America/Chicago': ['cst', 'cdt', 'ct', 'central', 'us central'],
	'America/Denver': ['mst', 'mdt', 'mt', 'mountain', 'us mountain'],
	'America/Los_Angeles': ['pst', 'pdt', 'pt', 'pacific', 'us pacific'],
	'Europe/London': ['bst', 'british', 'uk'],
	'Europe/Berlin': ['cet', 'cest', 'mez', 'mesz', 'central european'],
	'Europe/Athens': ['eet', 'eest', 'eastern european'],
	'Asia/Kolkata': ['ist', 'india', 'indian'],
	'Asia/Singapore': ['sgt'],
	'Asia/Tokyo': ['jst', 'japan'],
	'Australia/Sydney': ['aest', 'aedt', 'australian eastern'],
	'Pacific/Auckland': ['nzst', 'nzdt', 'new zealand'],
};

/** Matches words that do not identify a time zone, such as "Summer" and "Time" in "Central European Summer Time". */
const FILLER = /\b(?:standard|daylight|summer|winter|time)\b/g;

/**
 * Suggests the time zone that a text such as "EST", "Central European Time" or "London" probably means.
 * @param knownRegions names such as "Europe/London"
 * @returns undefined if there is no suggestion
 */
export function suggestTimezone(text: string, knownRegions: Iterable<string>): string | undefined {
	const name = text.toLowerCase().replace(FILLER, '').replace(/\s+/g, ' ').trim();
	const [region] = Object.entries(REGIONS).find(([, names]) => names.includes(name)) ?? [];
	if (region !== undefined || name === '') return region;
	const city = `/${name.replaceAll(' ', '_')}`;
	return [...knownRegions].find((known) => known.toLowerCase().endsWith(city));
}
