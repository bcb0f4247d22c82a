import { setTimeout as pause } from 'node:timers/promises';

import { SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError, Option } from 'commander';

import { exitWith, UserError } from '../cli/failure';
import { stopSignal } from '../cli/stopSignal';
import { type Account, readAccount } from '../../nodes/WebinarAccount/service/account';
import { InputError } from '../../nodes/WebinarAccount/service/errors';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { judge, report } from './judge';
import { type Plan, planned, probe } from './run';

const KEY_VARIABLE = 'WEBINAR_API_KEY';

interface ProbeOptions extends Omit<Plan, 'products'> {
	key?: string;
	product?: ProductName;
	dryRun?: boolean;
	url?: string;
}

const command: Command = new Command('npm run probe --')
	.usage('[options]')
	.description('Compares what the package assumes of the service with a live account.')
	.addOption(
		new Option('--key <key>', 'API key; the variable keeps it out of your shell history').env(KEY_VARIABLE),
	)
	.option('--webinar <id>', 'only this webinar (default: the first 3 of each product)', toId)
	.addOption(new Option('--product <product>', 'only this product').choices(['live', 'automated']))
	.option('--limit', 'exceed the limit: 55 calls in 1.2 seconds')
	.option('--countries', 'read the list of countries, whose form nobody knows, at both possible addresses')
	.option('--register <email>', 'register this address twice for --webinar, and unsubscribe it', toEmail)
	.option('--dry-run', 'print the calls instead of making them')
	.option('--url <url>', 'root of another host, e.g. of the sandbox: http://127.0.0.1:8080')
	.allowExcessArguments(false)
	.addHelpText(
		'after',
		'\nReads only, unless --register is given. Nothing is sent to anybody but the service.',
	);

export async function main(argv: readonly string[], stop: AbortSignal): Promise<void> {
	const { product, key, dryRun, ...options } = command.parse(argv).opts<ProbeOptions>();
	const plan: Plan = { ...options, products: product ? [product] : ['live', 'automated'] };
	if (plan.register !== undefined && plan.webinar === undefined)
		command.error('error: --register needs --webinar.');
	if (dryRun) return console.log(`Would call:\n${planned(plan).join('\n')}`);
	if (!key)
		return command.error(`error: a key is needed: put it into ${KEY_VARIABLE}, or pass it with --key.`);
	const account = accountOf(key, options.url);
	console.log(`Probing ${account.origin}${plan.register === undefined ? ', reading only' : ''}`);
	const progress = new SingleBar({ format: '  {value} calls', hideCursor: true });
	progress.start(1, 0);
	const probing = probe(plan, {
		account,
		stop,
		now: () => performance.now(),
		sleep: (milliseconds) => pause(milliseconds, undefined, { signal: stop }),
		onCall: () => progress.increment(),
	});
	const evidence = await probing.finally(() => progress.stop());
	const verdicts = judge(evidence);
	console.log(report(verdicts));
	if (verdicts.some(({ result }) => result === 'contradicted')) process.exitCode = 2;
}

function accountOf(apiKey: string, url: string | undefined): Account {
	try {
		return readAccount({ apiKey, ...(url !== undefined && { service: 'custom', baseUrl: url }) });
	} catch (error) {
		if (error instanceof InputError) throw new UserError(`${error.message}.`);
		throw error;
	}
}

function toId(text: string): string {
	if (/^\d{1,15}$/.test(text)) return text;
	throw new InvalidArgumentError('The ID of a webinar is a number.');
}

function toEmail(text: string): string {
	if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) return text;
	throw new InvalidArgumentError('It must be an email address of yours.');
}

if (require.main === module) {
	const stop = stopSignal();
	void main(process.argv, stop).then(
		() => process.exit(),
		(error: unknown) => exitWith(stop.aborted ? stop.reason : error),
	);
}
