import { Command, Option } from 'commander';

import { isLoopback } from '../../nodes/WebinarAccount/service/account';
import { wholeNumber } from '../cli/wholeNumber';

export interface DemoOptions {
	/** Absent: the demo's contacts. */
	contacts?: string;
	product: 'live' | 'automated';
	/** Absent: a webinar of the sandbox. */
	webinar?: number;
	schedule: string;
	timezone?: string;
	/** Absent: the demo starts a sandbox. */
	baseUrl?: string;
	key?: string;
	yes?: boolean;
}

const KEY_VARIABLE = 'WEBINAR_API_KEY';

const EXAMPLE = `
At the real service, with the key in ${KEY_VARIABLE}:
  npm run demo -- --base-url https://api.webinarjam.com --webinar 6 --contacts people.csv --yes`;

/** Reads the command line; exits with an error if it is invalid. */
export function readOptions(argv: readonly string[]): DemoOptions {
	const command = new Command('npm run demo --')
		.description(
			"Registers a file of contacts for a webinar, in n8n's own execution engine. Without options: 60 invented people, in a sandbox that stands in for the service and ends with the demo.",
		)
		.option('--contacts <file>', 'CSV file with the columns first_name and email (default: invented people)')
		.addOption(new Option('--product <product>').choices(['live', 'automated']).default('live'))
		.option('--webinar <id>', 'webinar to register for (default: one of the sandbox)', wholeNumber(1))
		.option('--schedule <value>', 'session: next, justInTime, instantReplay, an ID, or ID|date', 'next')
		.option('--timezone <zone>', "attendees' time zone, e.g. Europe/London or GMT-5; automated webinars only")
		.optionsGroup('Another host than the sandbox:')
		.option('--base-url <url>', 'root of the service')
		.addOption(
			new Option('--key <key>', 'API key; the variable keeps it out of your shell history').env(KEY_VARIABLE),
		)
		.option('--yes', 'these people agreed to be registered, to have their data processed and to be contacted')
		.allowExcessArguments(false)
		.addHelpText('after', EXAMPLE)
		.parse(argv);
	const options = command.opts<DemoOptions>();
	const complaint = complaintAbout(options);
	if (complaint !== undefined) command.error(`error: ${complaint}`);
	return options;
}

/** Checks combinations of options. @returns the problem as a sentence, or undefined */
export function complaintAbout(options: Partial<DemoOptions>): string | undefined {
	const { baseUrl, key, contacts, webinar, yes } = options;
	if (baseUrl === undefined) return undefined;
	if (!URL.canParse(baseUrl)) return '--base-url is not a web address, such as https://api.example.com.';
	if (!key) return `--base-url needs a key: put it into ${KEY_VARIABLE}, or pass it with --key.`;
	const { hostname, host } = new URL(baseUrl);
	if (isLoopback(hostname)) return undefined;
	if (contacts === undefined || webinar === undefined) return 'a real host needs --contacts and --webinar.';
	if (yes) return undefined;
	return (
		`${host} is not this machine: everybody in ${contacts} will really be registered. ` +
		'They must have agreed to be registered, to have their data processed and to be contacted. If they have, add --yes.'
	);
}
