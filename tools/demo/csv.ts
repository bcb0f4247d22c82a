import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

import { UserError } from '../cli/failure';

/** The format of a file, kept so that the output opens in the same program. */
export interface CsvForm {
	delimiter: string;
	/** The text before the header: a byte order mark, Excel's line `sep=;` with the delimiter, or both. */
	start: string;
}

const START = /^\uFEFF?(?:"?sep=([^"\r\n])"?\r?\n)?/i;
const DELIMITERS = [',', ';', '\t'];

const complaints: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: 'a quote (") opens a field and is never closed',
	INVALID_OPENING_QUOTE:
		'there is a quote (") inside a field; put quotes around the whole field, and write the inner one twice',
	CSV_INVALID_CLOSING_QUOTE:
		'there is text after a closing quote ("); put quotes around the whole field, and write inner ones twice',
	CSV_RECORD_INCONSISTENT_FIELDS_LENGTH:
		'there are more fields than columns; put quotes around a field that contains the delimiter',
};

/**
 * Reads CSV in UTF-8 with any of the usual delimiters. Rows without a value are left out.
 * @throws UserError with one sentence
 */
export function readCsv(bytes: Uint8Array): { form: CsvForm; rows: string[][] } {
	const text = decode(bytes);
	const [start = '', named] = START.exec(text) ?? [];
	const form = { delimiter: named ?? delimiterOf(text), start };
	try {
		const rows = parse(text.slice(start.length), {
			delimiter: form.delimiter,
			// `fitter` checks the length of rows.
			relax_column_count: true,
			on_record: fitter(),
			skip_empty_lines: true,
			skip_records_with_empty_values: true,
		});
		return { form, rows };
	} catch (error) {
		throw error instanceof CsvError ? new UserError(describe(error, named === undefined ? 0 : 1)) : error;
	}
}

/** Writes rows in the given format. */
export function writeCsv(rows: readonly string[][], { delimiter, start }: CsvForm): string {
	// Otherwise a single carriage return would be read as the end of a row.
	return start + stringify([...rows], { delimiter, quoted_match: /\r/ });
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw new UserError('it is not in UTF-8; save it again as "CSV UTF-8"');
	}
}

/** Accepts rows with fewer cells than the header row, or one more empty cell, as some programs write them. */
function fitter(): (cells: string[], info: InfoRecord) => string[] {
	let columns: number | undefined;
	return (cells, { error }) => {
		columns ??= cells.length;
		const tooMany = cells.slice(columns);
		if (tooMany.length > 1 || tooMany.some((cell) => cell !== '')) throw error;
		return cells.slice(0, columns);
	};
}

/** The most frequent delimiter of the header row, outside quotes. */
function delimiterOf(text: string): string {
	const header = /^[^\r\n]*/.exec(text.trimStart().replace(/"[^"]*"/g, ''))?.[0] ?? '';
	const count = (delimiter: string) => header.split(delimiter).length;
	return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}

function describe(error: CsvError, linesBefore: number): string {
	const complaint = complaints[error.code] ?? error.message;
	// An open quote includes all lines to the end, so its position is known only from the rows before it.
	if (error.code === 'CSV_QUOTE_NOT_CLOSED' && 'records' in error) {
		return `row ${Number(error.records) + 1}: ${complaint}`;
	}
	return 'lines' in error ? `line ${Number(error.lines) + linesBefore}: ${complaint}` : complaint;
}
