import { Command, InvalidArgumentError, Option } from 'commander';

import { wholeNumber } from '../cli/wholeNumber';
import { complaintAbout, type DemoOptions, KEY_VARIABLE } from './optionRules';

const HIGHEST_RATE = 20;

const EXAMPLE = `
At the real service, with the key in ${KEY_VARIABLE}:
  npm run demo -- --base-url https://api.webinarjam.com --live-path webinarjam \\
    --webinar 6 --contacts people.csv --yes`;

const command = new Command('npm run demo --')
	.usage('[options]')
	.description(
		"Registers a file of contacts for a webinar, in n8n's own execution engine. Without options: 60 invented people, in a sandbox that stands in for the service and ends with the demo.",
	)
	.option('--contacts <file>', 'CSV file with the columns first_name and email (default: invented people)')
	.addOption(new Option('--product <product>').choices(['live', 'automated']).default('live'))
	.option('--webinar <id>', 'webinar to register for (default: a webinar of the sandbox)', toId)
	.option('--schedule <value>', 'session: next, justInTime, instantReplay, an ID, or ID|date', 'next')
	.option('--timezone <zone>', "attendees' time zone, e.g. Europe/London or GMT-5; automated webinars only")
	.option('--invalid <file>', 'file for contacts that were not registered', 'invalid-contacts.csv')
	.option('--calls-per-second <number>', `1 to ${HIGHEST_RATE}`, wholeNumber(1, HIGHEST_RATE), HIGHEST_RATE)
	.optionsGroup('Another host than the sandbox:')
	.option('--base-url <url>', 'root of the service')
	.option('--event-url <url>', 'root of the attendee pages')
	.addOption(
		new Option('--key <key>', 'API key; the variable keeps it out of your shell history').env(KEY_VARIABLE),
	)
	.option('--live-path <path>', 'path of the live webinars (default: "live")')
	.option('--automated-path <path>', 'path of the automated webinars (default: "automated")')
	.option('--yes', 'these people agreed to be registered, to have their data processed and to be contacted')
	.allowExcessArguments(false)
	.addHelpText('after', EXAMPLE);

/** Reads the command line; exits with an error if it is invalid. */
export function readOptions(argv: readonly string[]): DemoOptions {
	const options = command.parse(argv).opts<DemoOptions>();
	// A key in the environment may be there for other runs, so it needs no other options.
	const complaint = complaintAbout(options, { keyIsTyped: command.getOptionValueSource('key') === 'cli' });
	if (complaint !== undefined) command.error(`error: ${complaint}`);
	return options;
}

function toId(text: string): string {
	if (/^\d+$/.test(text)) return text;
	throw new InvalidArgumentError('The ID of a webinar is a number.');
}
