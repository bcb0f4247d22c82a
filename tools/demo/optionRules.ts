import { isLoopback } from '../../nodes/WebinarAccount/service/account';

/** The options of the command line, with defaults. */
export interface DemoOptions {
	/** Absent: the demo's contacts. */
	contacts?: string;
	product: 'live' | 'automated';
	/** Absent: a webinar of the sandbox. */
	webinar?: string;
	schedule: string;
	timezone?: string;
	invalid: string;
	callsPerSecond: number;
	/** Absent: the demo starts a sandbox, and the next five options are absent too. */
	baseUrl?: string;
	eventUrl?: string;
	key?: string;
	livePath?: string;
	automatedPath?: string;
	yes?: boolean;
}

/** Environment variable for the key. */
export const KEY_VARIABLE = 'WEBINAR_API_KEY';

/**
 * Checks combinations of options.
 * @returns the problem as a sentence, or undefined
 */
export function complaintAbout(
	options: DemoOptions,
	{ keyIsTyped }: { keyIsTyped: boolean },
): string | undefined {
	if (options.timezone && options.product === 'live') {
		return '--timezone is for automated webinars; add --product automated, or remove it.';
	}
	return options.baseUrl === undefined
		? complaintAboutSandbox(options, keyIsTyped)
		: complaintAboutHost(options, options.baseUrl);
}

function complaintAboutSandbox(options: DemoOptions, keyIsTyped: boolean): string | undefined {
	const stray = [
		...(keyIsTyped ? ['--key'] : []),
		...(options.eventUrl === undefined ? [] : ['--event-url']),
		...(options.livePath === undefined ? [] : ['--live-path']),
		...(options.automatedPath === undefined ? [] : ['--automated-path']),
	];
	if (stray.length === 0) return undefined;
	return `${stray.join(', ')}: valid only together with --base-url, for another host than the sandbox.`;
}

function complaintAboutHost(options: DemoOptions, baseUrl: string): string | undefined {
	if (!URL.canParse(baseUrl)) return '--base-url is not a web address, such as https://api.example.com.';
	if (!options.key) {
		return `--base-url needs a key: put it into ${KEY_VARIABLE}, or pass it with --key.`;
	}
	const { hostname, host } = new URL(baseUrl);
	if (isLoopback(hostname)) return undefined;
	const missing = [
		...(options.contacts === undefined ? ['--contacts'] : []),
		...(options.webinar === undefined ? ['--webinar'] : []),
	];
	if (missing.length > 0) return `a real host needs contacts and a webinar; missing: ${missing.join(', ')}.`;
	if (options.yes) return undefined;
	return (
		`${host} is not this machine: everybody in ${options.contacts} will really be registered. ` +
		'They must have agreed to be registered, to have their data processed and to be contacted. If they have, add --yes.'
	);
}
