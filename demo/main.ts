import { CallMeter } from './callMeter';
import { type ContactsFile, readContacts } from './contacts';
import { DemoError } from './demoError';
import { settleDuplicates, splitDuplicates } from './duplicates';
import { type Host, openHost } from './host';
import { type DemoOptions, readOptions } from './options';
import { Progress } from './progress';
import { chooseRefusedPath, type RefusedFile, writeRefused } from './invalidContacts';
import { type Run, summary } from './summary';
import { heading, nextSteps, webinarLine } from './texts';

const EXIT = { worked: 0, failed: 1, stopped: 130 } as const;
const STOPPED_REASON = 'The run was stopped before this contact.';

const stop = new AbortController();
process.on('SIGINT', () => stop.abort());

void main().then(
	(exitCode) => void (process.exitCode = exitCode),
	(error: unknown) => {
		process.exitCode = EXIT.failed;
		console.error(error instanceof DemoError ? `error: ${error.message}` : error);
	},
);

async function main(): Promise<number> {
	const options = readOptions(process.argv);
	const file = await readContacts(options.contacts);
	const refusedPath = await chooseRefusedPath(options.refused, options.contacts);
	const host = await openHost(options);
	try {
		const done = await run(options, file, host);
		if (!done) {
			console.log('Stopped before anybody was registered.');
			return EXIT.stopped;
		}
		await leave(done, file, refusedPath);
		if (stop.signal.aborted) return EXIT.stopped;
		return done.registered.length > 0 ? EXIT.worked : EXIT.failed;
	} finally {
		await host.close();
	}
}

async function run(options: DemoOptions, file: ContactsFile, host: Host): Promise<Run | undefined> {
	console.log(heading(host, options, file.contacts.length));
	// Loading n8n takes a second: too long a wait for the answer to a mistyped option.
	const { Registration } = await import('./registration.js');
	const registration = await Registration.open(host.credential, options);
	const { unique, duplicates } = splitDuplicates(file.contacts);
	const progress = new Progress();
	const meter = new CallMeter(host.origin, progress.step);

	const webinar = await registration.webinar(stop.signal);
	if (!webinar) return undefined;
	console.log(webinarLine(webinar, options));
	progress.start(unique.length);
	const registrations = await registration.register(unique, stop.signal).finally(() => {
		progress.stop({ complete: !stop.signal.aborted });
		meter.stop();
	});

	return {
		...settleDuplicates(registrations, duplicates),
		isSandbox: host.isSandbox,
		product: options.product,
		webinar,
		count: meter,
		// Since the process began: what somebody in front of it waited for.
		seconds: performance.now() / 1000,
	};
}

/** Writes whoever was not registered into a file, and says what was done, even if the file cannot be written. */
async function leave(done: Run, file: ContactsFile, path: string): Promise<void> {
	const stopped = done.unreached.map((contact) => ({ contact, reason: STOPPED_REASON }));
	let state: RefusedFile['state'] = 'none';
	try {
		state = await writeRefused(path, file, [...done.refused, ...stopped]);
	} finally {
		const report = { ...done, refusedFile: { path, state } };
		console.log(`${summary(report)}\n${nextSteps(report)}`);
	}
}
