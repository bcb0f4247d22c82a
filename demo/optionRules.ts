import { isLoopback } from '../nodes/WebinarAccount/service/account';

/** The options as typed, defaults filled in. */
export interface CommandLine {
	contacts?: string;
	product: 'live' | 'automated';
	webinar?: string;
	schedule: string;
	timezone?: string;
	refused: string;
	callsPerSecond: number;
	baseUrl?: string;
	eventUrl?: string;
	key?: string;
	livePath?: string;
	automatedPath?: string;
	yes?: boolean;
}

/** Environment variable that may hold the key. */
export const KEY_VARIABLE = 'WEBINAR_API_KEY';

/**
 * Says what is wrong with options that are each right by themselves.
 * @returns a sentence, or undefined
 */
export function complaintAbout(
	line: CommandLine,
	{ keyIsTyped }: { keyIsTyped: boolean },
): string | undefined {
	if (line.timezone && line.product === 'live') {
		return '--timezone is for automated webinars; add --product automated, or leave it out.';
	}
	return line.baseUrl === undefined
		? complaintAboutSandbox(line, keyIsTyped)
		: complaintAboutHost(line, line.baseUrl);
}

function complaintAboutSandbox(line: CommandLine, keyIsTyped: boolean): string | undefined {
	const stray = [
		...(keyIsTyped ? ['--key'] : []),
		...(line.eventUrl === undefined ? [] : ['--event-url']),
		...(line.livePath === undefined ? [] : ['--live-path']),
		...(line.automatedPath === undefined ? [] : ['--automated-path']),
	];
	if (stray.length === 0) return undefined;
	return `${stray.join(', ')}: only together with --base-url, for another host than the sandbox.`;
}

function complaintAboutHost(line: CommandLine, baseUrl: string): string | undefined {
	if (!URL.canParse(baseUrl)) return '--base-url is not a web address, such as https://api.example.com.';
	if (!line.key) {
		return `--base-url and a key are needed together: put the key into ${KEY_VARIABLE}, or give it with --key.`;
	}
	const { hostname, host } = new URL(baseUrl);
	if (isLoopback(hostname)) return undefined;
	const missing = [
		...(line.contacts === undefined ? ['--contacts'] : []),
		...(line.webinar === undefined ? ['--webinar'] : []),
	];
	if (missing.length > 0)
		return `for a real host say whom to register to what; missing: ${missing.join(', ')}.`;
	if (line.yes) return undefined;
	return (
		`${host} is not this machine: everybody in ${line.contacts} will really be registered. ` +
		'They must have agreed to be registered, to have their data handled and to be contacted. If they have, add --yes.'
	);
}
