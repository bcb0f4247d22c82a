import { join } from 'node:path';

import { Command, InvalidArgumentError, Option } from 'commander';

import { type CommandLine, complaintAbout, KEY_VARIABLE } from './optionRules';

/** Another host than the sandbox that the demo starts. */
interface OtherHost {
	baseUrl: string;
	eventUrl: string;
	livePath: string;
	automatedPath: string;
	apiKey: string;
}

export interface DemoOptions {
	contacts: string;
	/** How a sentence calls that file. */
	contactsName: string;
	product: 'live' | 'automated';
	webinar: string;
	schedule: string;
	timezone: string;
	refused: string;
	callsPerSecond: number;
	/** Absent: a sandbox is started. */
	host?: OtherHost;
}

const HIGHEST_RATE = 20;
/** Webinars of the sandbox. */
const SAMPLE_WEBINARS = { live: '2', automated: '101' } as const;

const EXAMPLE = `
At the real service, with the key in ${KEY_VARIABLE}:
  npm run demo -- --base-url https://api.webinarjam.com --live-path webinarjam \\
    --webinar 6 --contacts people.csv --yes`;

/** Reads the command line; ends the process with a sentence if it cannot be used. */
export function readOptions(argv: readonly string[]): DemoOptions {
	const command = demoCommand().parse(argv);
	const line = command.opts<CommandLine>();
	// A key that merely stands in the environment is no sign that it is to be used now.
	const complaint = complaintAbout(line, { keyIsTyped: command.getOptionValueSource('key') === 'cli' });
	if (complaint !== undefined) command.error(`error: ${complaint}`);

	return {
		contacts: line.contacts ?? join(__dirname, 'contacts.csv'),
		contactsName: line.contacts ?? 'demo/contacts.csv (invented people)',
		product: line.product,
		webinar: line.webinar ?? SAMPLE_WEBINARS[line.product],
		schedule: line.schedule,
		timezone: line.timezone ?? '',
		refused: line.refused,
		callsPerSecond: line.callsPerSecond,
		...(line.baseUrl !== undefined && { host: otherHost(line, line.baseUrl) }),
	};
}

function otherHost(line: CommandLine, baseUrl: string): OtherHost {
	const { key = '', eventUrl = '', livePath = 'live', automatedPath = 'automated' } = line;
	return { apiKey: key, baseUrl, eventUrl, livePath, automatedPath };
}

function demoCommand(): Command {
	return new Command('npm run demo --')
		.usage('[options]')
		.description(
			"Registers a file of contacts to a webinar, in n8n's own execution engine. Without options: 60 invented people, against a stand-in for the service that runs for just as long.",
		)
		.option('--contacts <file>', 'CSV file with the columns first_name and email (default: invented people)')
		.addOption(new Option('--product <product>').choices(['live', 'automated']).default('live'))
		.option('--webinar <id>', 'webinar to register to (default: a webinar of the sandbox)', toId)
		.option('--schedule <value>', 'session: next, justInTime, instantReplay, an ID, or ID|date', 'next')
		.option('--timezone <zone>', 'of the attendees, e.g. Europe/London or GMT-5; automated webinars only')
		.option('--refused <file>', 'where refused contacts are written', 'refused-contacts.csv')
		.option('--calls-per-second <number>', `1 to ${HIGHEST_RATE}`, toRate, HIGHEST_RATE)
		.optionsGroup('Another host than the sandbox:')
		.option('--base-url <url>', 'root of the service')
		.option('--event-url <url>', 'root of the attendee pages')
		.addOption(
			new Option('--key <key>', 'API key; the variable keeps it out of your history').env(KEY_VARIABLE),
		)
		.option('--live-path <path>', 'path of the live webinars (default: "live")')
		.option('--automated-path <path>', 'path of the automated webinars (default: "automated")')
		.option('--yes', 'these people agreed to be registered, to have their data handled and to be contacted')
		.allowExcessArguments(false)
		.addHelpText('after', EXAMPLE);
}

function toId(text: string): string {
	if (/^\d+$/.test(text)) return text;
	throw new InvalidArgumentError('The ID of a webinar is a number.');
}

function toRate(text: string): number {
	if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= HIGHEST_RATE) return Number(text);
	throw new InvalidArgumentError(`It must be a whole number from 1 to ${HIGHEST_RATE}.`);
}
