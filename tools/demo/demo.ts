import { join } from 'node:path';

import { SingleBar } from 'cli-progress';

import { CallMeter } from './callMeter';
import { type ContactsFile, readContacts } from './contacts';
import { settleDuplicates, splitDuplicates } from './duplicates';
import { type Host, openHost } from './host';
import { chooseInvalidPath, type InvalidFile, writeInvalid } from './invalidContacts';
import type { DemoOptions } from './optionRules';
import { readOptions } from './options';
import { type Run, summary } from './summary';
import { heading, nextSteps, webinarLine } from './texts';

const EXIT = { worked: 0, failed: 1, stopped: 130 } as const;
const STOPPED_REASON = 'The run was stopped before this contact.';
const SAMPLE_CONTACTS = join(__dirname, 'contacts.csv');

/** @returns the exit code */
export async function runDemo(argv: readonly string[], stop: AbortSignal): Promise<number> {
	const options = readOptions(argv);
	const { contacts = SAMPLE_CONTACTS } = options;
	const file = await readContacts(contacts);
	const invalidPath = await chooseInvalidPath(options.invalid, contacts);
	const host = await openHost(options);
	try {
		const done = await run(options, file, host, stop);
		if (!done) {
			console.log('Stopped before anybody was registered.');
			return EXIT.stopped;
		}
		await finish(done, file, invalidPath);
		if (stop.aborted) return EXIT.stopped;
		return done.registered.length > 0 ? EXIT.worked : EXIT.failed;
	} finally {
		await host.close();
	}
}

async function run(
	options: DemoOptions,
	file: ContactsFile,
	host: Host,
	stop: AbortSignal,
): Promise<Run | undefined> {
	console.log(heading(host, options, file.contacts.length));
	// Loading n8n takes a second, so options are checked first.
	const { Registration } = await import('./registration.js');
	const registration = await Registration.open(host.credential, options);
	const { unique, duplicates } = splitDuplicates(file.contacts);
	// The bar is shown only on a terminal.
	const progress = new SingleBar({
		format: '  Registering   {bar}  {value} of {total}',
		barCompleteChar: '█',
		barIncompleteChar: '░',
		barsize: 40,
		hideCursor: true,
	});
	const meter = new CallMeter(host.origin, () => progress.increment());

	const webinar = await registration.webinar(stop);
	if (!webinar) return undefined;
	console.log(webinarLine(webinar, options.product));
	progress.start(unique.length, 0);
	const registrations = await registration.register(unique, stop).finally(() => {
		// The bar counts calls; contacts that were invalid without a call are added now.
		if (!stop.aborted) progress.update(unique.length);
		progress.stop();
		meter.stop();
	});

	return {
		...settleDuplicates(registrations, duplicates),
		isSandbox: host.isSandbox,
		product: options.product,
		webinar,
		count: meter,
		// Since the start of the process: the time that the user waited.
		seconds: performance.now() / 1000,
	};
}

/** Writes contacts that were not registered into a file, and prints the summary even if the file cannot be written. */
async function finish(done: Run, file: ContactsFile, path: string): Promise<void> {
	const stopped = done.unreached.map((contact) => ({ contact, reason: STOPPED_REASON }));
	let state: InvalidFile['state'] = 'none';
	try {
		state = await writeInvalid(path, file, [...done.invalid, ...stopped]);
	} finally {
		const report = { ...done, invalidFile: { path, state } };
		console.log(`${summary(report)}\n${nextSteps(report)}`);
	}
}
