import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { Command, InvalidArgumentError, Option } from 'commander';

import { exitWith, Stopped, UserError } from '../cli/userError';
import { withProgress } from '../cli/progress';
import { stopSignal } from '../cli/stopSignal';
import { type Account, readAccount } from '../../nodes/WebinarAccount/service/account';
import { InputError } from '../../nodes/WebinarAccount/service/errors';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { type Plan, readAccountData, readWithoutKey } from './readAccountData';
import { createReport } from './report';
import { ServiceReader } from './serviceReader';

const KEY_VARIABLE = 'WEBINAR_API_KEY';
/** Stands in for the key if there is none. The probe then sends no key. */
const NO_KEY = 'x'.repeat(36);

interface ProbeOptions extends Omit<Plan, 'products'> {
	key?: string;
	product?: ProductName;
	file: string;
	url?: string;
}

const command: Command = new Command('npm run probe --')
	.usage('[options]')
	.description(
		'Reads a live account, compares each response with docs/openapi.yaml, and writes the redacted responses to a file.',
	)
	.addOption(
		new Option('--key <key>', 'API key; the variable keeps the key out of your shell history').env(
			KEY_VARIABLE,
		),
	)
	.option(
		'--webinar <id>',
		'only this webinar (default: the first 3 of each product, and one of each kind)',
		toId,
	)
	.addOption(new Option('--product <product>', 'only this product').choices(['live', 'automated']))
	.option('--limit', 'also exceed the rate limit, which slows down other programs with the key')
	.option('--file <path>', 'where to write the redacted responses', 'probe.json')
	.option('--url <url>', 'root of another host, e.g. of the sandbox: http://127.0.0.1:8080')
	.allowExcessArguments(false)
	.addHelpText('after', '\nThe probe only reads. Nothing is sent to anybody but the service.');

export async function main(argv: readonly string[], stop: AbortSignal): Promise<void> {
	const { product, key, file, url, ...options } = command.parse(argv).opts<ProbeOptions>();
	const account = accountOf(key ?? NO_KEY, url);
	const plan: Plan = { ...options, products: product ? [product] : ['live', 'automated'] };
	if (!key) {
		console.log(
			`Without a key, the probe asks only which user agents pass the firewall, and which paths exist. Put a key into ${KEY_VARIABLE}, or pass it with --key.`,
		);
	}
	const reader = new ServiceReader({
		account,
		stop,
		sleep: (milliseconds) => pause(milliseconds, undefined, { signal: stop }),
	});
	const failure = await read(reader, key ? plan : undefined);
	if (failure === undefined || reader.exchanges.length > 0) {
		const { json, summary, deviations } = createReport(reader.exchanges, account.apiKey);
		await writeFile(file, json);
		console.log(summary);
		console.log(
			`\nThe redacted responses are in ${file}. Look through the file, then attach it to an issue.`,
		);
		if (deviations > 0) process.exitCode = 2;
	}
	if (failure) throw failure;
}

/**
 * Reads an account, or only what needs no API key if there is no plan.
 *
 * @returns the problem that ended the reading early. What was read before answers questions too.
 */
async function read(reader: ServiceReader, plan: Plan | undefined): Promise<UserError | undefined> {
	console.log(`Reading from ${reader.origin}`);
	try {
		await withProgress(
			() => `${reader.exchanges.length} responses`,
			() => (plan ? readAccountData(reader, plan) : readWithoutKey(reader)),
		);
		return undefined;
	} catch (error) {
		if (error instanceof UserError && !(error instanceof Stopped)) return error;
		throw error;
	}
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

if (require.main === module) {
	const stop = stopSignal();
	void main(process.argv, stop).then(
		() => process.exit(),
		(error: unknown) => exitWith(stop.aborted ? stop.reason : error),
	);
}
