import Table from 'cli-table3';
import { InvalidArgumentError, program } from 'commander';

import { Engine } from '../engine';
import { bulk, type BulkFigures } from './bulk';

interface Options {
	contacts: number;
	latency: number[];
	json?: true;
}

const COLUMNS: ReadonlyArray<[title: string, figure: keyof BulkFigures]> = [
	['Scenario', 'scenario'],
	['Contacts', 'contacts'],
	['Seconds', 'seconds'],
	['Of the limit', 'ofLimit'],
	['429s', 'refused'],
	['Lost', 'lost'],
	['Doubled', 'doubled'],
	['In order', 'inOrder'],
];

const DEFAULT_LATENCIES = [80];

program
	.name('npm run bench --')
	.description(
		'Registers many contacts through the built node in n8n’s engine against the sandbox, and times it.',
	)
	.option('--contacts <number>', 'contacts in one execution', wholeNumber, 500)
	.option('--latency <ms...>', 'latencies of the service, one run each', wholeNumbers, DEFAULT_LATENCIES)
	.option('--json', 'print one JSON line per run')
	.action(run);

async function run({ contacts, latency, json }: Options): Promise<void> {
	const engine = await Engine.load();
	const table = new Table({ head: COLUMNS.map(([title]) => title) });
	for (const latencyMs of latency) {
		const figures = await bulk(engine, contacts, latencyMs);
		if (json) console.log(JSON.stringify(figures));
		else table.push(COLUMNS.map(([, figure]) => String(figures[figure])));
	}
	if (!json) console.log(table.toString());
}

function wholeNumber(text: string): number {
	if (/^\d{1,6}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('Give a whole number.');
}

function wholeNumbers(text: string, before: number[]): number[] {
	return [...(before === DEFAULT_LATENCIES ? [] : before), wholeNumber(text)];
}

void program.parseAsync();
