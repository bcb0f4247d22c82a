import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

import { DemoError } from './demoError';

/** How a file is written, kept so that what is written back opens in the same program. */
export interface CsvForm {
	delimiter: string;
	/** Whether it begins with a byte order mark. */
	bom: boolean;
}

const BOM = '\uFEFF';
const DELIMITERS = [',', ';', '\t'];

const complaints: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: 'a quote (") opens a field and is never closed',
	INVALID_OPENING_QUOTE:
		'there is a quote (") inside a field; put quotes around the whole field, and double the one inside',
	CSV_INVALID_CLOSING_QUOTE:
		'there is text behind a closing quote ("); put quotes around the whole field, and double any inside',
	CSV_RECORD_INCONSISTENT_FIELDS_LENGTH:
		'there are more fields than columns; put quotes around a field that contains the delimiter',
};

/**
 * Reads CSV in UTF-8 with any of the usual delimiters. Rows without any value are left out.
 * @throws DemoError in one sentence
 */
export function readCsv(bytes: Uint8Array): { form: CsvForm; rows: string[][] } {
	const text = decode(bytes);
	const form = { delimiter: delimiterOf(text), bom: text.startsWith(BOM) };
	try {
		const rows = parse(form.bom ? text.slice(BOM.length) : text, {
			delimiter: form.delimiter,
			// Some programs leave out the empty cells at the end of a row.
			relax_column_count_less: true,
			skip_empty_lines: true,
			skip_records_with_empty_values: true,
		});
		return { form, rows };
	} catch (error) {
		throw error instanceof CsvError ? new DemoError(describe(error)) : error;
	}
}

/** Writes rows in the given form. */
export function writeCsv(rows: readonly string[][], { delimiter, bom }: CsvForm): string {
	// A lone carriage return would otherwise be read as the end of a row.
	return stringify([...rows], { delimiter, bom, quoted_match: /\r/ });
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw new DemoError('it is not in UTF-8; save it again as "CSV UTF-8"');
	}
}

/** The delimiter that the header row has most of. */
function delimiterOf(text: string): string {
	const header = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
	const count = (delimiter: string) => header.split(delimiter).length;
	return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}

function describe(error: CsvError): string {
	const complaint = complaints[error.code] ?? error.message;
	// An open quote takes in all lines to the end; where it stands is known by the rows before it.
	if (error.code === 'CSV_QUOTE_NOT_CLOSED' && 'records' in error) {
		return `row ${Number(error.records) + 1}: ${complaint}`;
	}
	return 'lines' in error ? `line ${String(error.lines)}: ${complaint}` : complaint;
}
