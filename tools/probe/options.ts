import { Command, InvalidArgumentError, Option } from 'commander';

import type { ProductName } from '../../nodes/WebinarAccount/service/products';

/** The options of the command line. */
export interface ProbeOptions {
	key?: string;
	webinar?: string;
	product?: ProductName;
	limit?: boolean;
	countries?: boolean;
	register?: string;
	dryRun?: boolean;
	out: string;
	yes?: boolean;
	url?: string;
	livePath: string;
	automatedPath: string;
}

const KEY_VARIABLE = 'WEBINAR_API_KEY';

const EXAMPLES = `
Reads only, unless --register is given. Nothing is sent to anybody but the service.

  npm run probe -- --dry-run                                  what it would call
  npm run probe -- --key <key>                                with a live account
  npm run probe -- --url http://127.0.0.1:8080 --key <key>    with the sandbox`;

const command = new Command('npm run probe --')
	.usage('[options]')
	.description(
		'Compares what the package assumes of the service with a live account, and writes answers without data of anybody into a folder that you can attach to an issue.',
	)
	.addOption(
		new Option('--key <key>', 'API key; the variable keeps it out of your shell history').env(KEY_VARIABLE),
	)
	.option('--webinar <id>', 'only this webinar (default: the first 3 of each product)', toId)
	.addOption(new Option('--product <product>', 'only this product').choices(['live', 'automated']))
	.option('--limit', 'exceed the limit once: 25 calls in one second')
	.option('--countries', 'read the list of countries, whose form nobody knows, at both possible addresses')
	.option('--register <email>', 'register this address twice for --webinar, and unsubscribe it', toEmail)
	.option('--dry-run', 'print the calls instead of making them')
	.option('--out <folder>', 'folder for the answers', 'probe-results')
	.option('--yes', 'write the folder without asking')
	.optionsGroup('Another host than WebinarJam:')
	.option('--url <url>', 'root of the service, e.g. of the sandbox')
	.option('--live-path <path>', 'path of the live webinars', 'live')
	.option('--automated-path <path>', 'path of the automated webinars', 'automated')
	.allowExcessArguments(false)
	.addHelpText('after', EXAMPLES);

/** Reads the command line; exits with an error if it is invalid. */
export function readOptions(argv: readonly string[]): ProbeOptions {
	const options = command.parse(argv).opts<ProbeOptions>();
	const complaint = complaintAbout(options);
	if (complaint !== undefined) command.error(`error: ${complaint}`);
	return options;
}

function complaintAbout({ key, register, webinar, dryRun }: ProbeOptions): string | undefined {
	if (register !== undefined && webinar === undefined) return '--register needs --webinar.';
	if (!key && !dryRun) return `a key is needed: put it into ${KEY_VARIABLE}, or pass it with --key.`;
	return undefined;
}

function toId(text: string): string {
	if (/^\d{1,15}$/.test(text)) return text;
	throw new InvalidArgumentError('The ID of a webinar is a number.');
}

function toEmail(text: string): string {
	if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) return text;
	throw new InvalidArgumentError('It must be an email address of yours.');
}
