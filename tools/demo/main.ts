import { exitWith } from '../cli/userError';
import { stopSignal } from '../cli/stopSignal';
import { readOptions } from './options';

async function main(): Promise<void> {
	const options = readOptions(process.argv);
	// Loading n8n takes a second, so the options are checked first.
	const { runDemo } = await import('./demo.js');
	process.exitCode = await runDemo(options, stopSignal());
}

main().catch(exitWith);
