import { Command, InvalidArgumentError, Option } from 'commander';

import { stopSignal } from '../cli/stopSignal';
import { wholeNumber } from '../cli/wholeNumber';
import {
	DEFAULT_API_KEY,
	DEFAULT_CALLS_PER_SECOND,
	faultNames,
	type FaultName,
	namedFaults,
	startSandbox,
	type Latency,
	type Sandbox,
} from '../../sandbox';

const DEFAULT_PORT = 8080;
const HIGHEST_PORT = 65_535;
const DOCUMENTED_KEY_LENGTH = 64;

interface CommandOptions {
	port: number;
	latency: Latency;
	callsPerSecond: number;
	key: string;
	empty?: true;
	fault?: FaultName;
}

const command = new Command('npm run sandbox --')
	.description('A local stand-in for the webinar service, for use without an approved API key.')
	.option(
		'--port <number>',
		'port on 127.0.0.1; 0 takes any free one',
		wholeNumber(0, HIGHEST_PORT),
		DEFAULT_PORT,
	)
	.option('--latency <milliseconds>', 'milliseconds until a response, such as 80 or 50-150', toLatency, 0)
	.option('--calls-per-second <number>', 'limit of the service', wholeNumber(1), DEFAULT_CALLS_PER_SECOND)
	.option('--key <text>', 'API key to accept', toKey, DEFAULT_API_KEY)
	.option('--empty', 'an account without webinars, like a new one')
	.addOption(
		new Option('--fault <name>', 'how the service fails; the overview page can switch it off').choices(
			faultNames,
		),
	)
	.allowExcessArguments(false)
	.action(run);

export const main = (argv: readonly string[]) => command.parseAsync(argv);

if (require.main === module) void main(process.argv);

async function run({ port, latency, callsPerSecond, key, empty, fault }: CommandOptions): Promise<void> {
	try {
		const sandbox = await startSandbox({
			port,
			latencyMs: latency,
			callsPerSecond,
			apiKey: key,
			...(empty && { webinars: [] }),
		});
		if (fault) sandbox.fail(namedFaults[fault].fault);
		stopSignal().addEventListener('abort', () => void sandbox.close());
		console.log(instructions(sandbox, callsPerSecond, fault));
	} catch (error) {
		command.error(`error: ${explain(error, port)}`, { exitCode: 1 });
	}
}

function instructions({ url, apiKey }: Sandbox, callsPerSecond: number, fault?: FaultName): string {
	return `
Webinar service sandbox
  URL       ${url}
  API key   ${apiKey}
  Limit     ${callsPerSecond} requests per second${fault ? `\n  Fault     ${namedFaults[fault].effect}` : ''}

Open ${url} in a browser to see the webinars and who is registered.

In n8n, create a credential "WebinarJam and EverWebinar API" and enter:
  Service              Other Host
  Service URL          ${url}
  Attendee Pages URL   ${url}
  Live Path            live
  Automated Path       automated
  API Key              ${apiKey}

Ctrl+C ends the sandbox.
`;
}

function explain(error: unknown, port: number): string {
	if (!(error instanceof Error)) return String(error);
	const code = 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') return `port ${port} is in use; choose another with --port.`;
	if (code === 'EACCES') return `port ${port} may not be used; choose one above 1023 with --port.`;
	return error.message;
}

function toLatency(text: string): Latency {
	const [, first, last] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
	const min = Number(first);
	const max = Number(last ?? first);
	if (min <= max) return () => min + Math.random() * (max - min);
	throw new InvalidArgumentError('It must be milliseconds, such as 80 or 50-150.');
}

function toKey(text: string): string {
	if (/^[\x21-\x7e]+$/.test(text) && text.length <= DOCUMENTED_KEY_LENGTH) return text;
	throw new InvalidArgumentError(
		`It must be 1 to ${DOCUMENTED_KEY_LENGTH} letters, digits or signs, without spaces.`,
	);
}
