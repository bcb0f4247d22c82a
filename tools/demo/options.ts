import { Command, Option } from 'commander';

import { isLoopback } from '../../nodes/WebinarAccount/service/account';
import { wholeNumber } from '../cli/wholeNumber';

export interface DemoOptions {
	/** Path of a CSV file. By default the demo's own contacts. */
	contacts?: string;
	product: 'live' | 'automated';
	/** By default a webinar of the sandbox. */
	webinar?: number;
	schedule: string;
	timezone?: string;
	/** URL of the service. By default the demo starts a sandbox. */
	baseUrl?: string;
	key?: string;
	yes?: boolean;
}

const KEY_VARIABLE = 'WEBINAR_API_KEY';

const EXAMPLE = `
With the real service and the key in ${KEY_VARIABLE}:
  npm run demo -- --base-url https://api.webinarjam.com --webinar 6 --contacts people.csv --yes`;

/** Reads the command line. Exits with an error message if it is invalid. */
export function readOptions(argv: readonly string[]): DemoOptions {
	const command = new Command('npm run demo --')
		.description(
			"Registers the contacts in a file for a webinar with the node, in n8n's execution engine. Without options, it registers 60 invented people in a sandbox, a local stand-in for the service.",
		)
		.option(
			'--contacts <file>',
			'CSV file, e.g. exported by a CRM, with columns such as First Name and Email (default: invented people)',
		)
		.addOption(new Option('--product <product>').choices(['live', 'automated']).default('live'))
		.option('--webinar <id>', 'webinar to register for (default: a webinar of the sandbox)', wholeNumber(1))
		.option('--schedule <value>', 'session: next, justInTime, instantReplay, an ID, or ID|date', 'next')
		.option('--timezone <zone>', "attendees' time zone, e.g. Europe/London or GMT-5; automated webinars only")
		.optionsGroup('Instead of the sandbox:')
		.option('--base-url <url>', 'root of the service')
		.addOption(
			new Option('--key <key>', 'API key; the variable keeps the key out of your shell history').env(
				KEY_VARIABLE,
			),
		)
		.option('--yes', 'these people agreed to be registered, to have their data processed and to be contacted')
		.allowExcessArguments(false)
		.addHelpText('after', EXAMPLE)
		.parse(argv);
	const options = command.opts<DemoOptions>();
	const problem = problemWith(options);
	if (problem !== undefined) command.error(`error: ${problem}`);
	return options;
}

/** Checks which options are combined. Returns the problem as a sentence, or undefined if there is none. */
function problemWith(options: Partial<DemoOptions>): string | undefined {
	const { baseUrl, key, contacts, webinar, yes } = options;
	if (baseUrl === undefined) return undefined;
	if (!URL.canParse(baseUrl)) return '--base-url must be a URL, such as https://api.example.com.';
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
