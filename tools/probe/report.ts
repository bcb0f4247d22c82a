import Table from 'cli-table3';

import type { Verdict } from './judge';

const MARKS = { confirmed: '✔ confirmed', contradicted: '✘ CONTRADICTED', 'not seen': '· not seen' } as const;

const RESULTS = ['confirmed', 'contradicted', 'not seen'] as const;

/** The findings as a table, and what each contradiction means. */
export function report(verdicts: readonly Verdict[]): string {
	const table = new Table({
		head: ['Assumption', 'Confidence', 'Result', 'Seen'],
		style: { head: [], border: [], compact: true },
		colWidths: [24, 12, 17, 44],
		wordWrap: true,
	});
	table.push(...verdicts.map(({ id, confidence, result, seen }) => [id, confidence, MARKS[result], seen]));
	const counts = RESULTS.map(
		(result) => `${verdicts.filter((verdict) => verdict.result === result).length} ${result}`,
	);
	const contradicted = verdicts.filter(({ result }) => result === 'contradicted');
	return [table.toString(), '', `${counts.join(', ')}.`, ...contradicted.map(explained)].join('\n');
}

function explained({ id, assumes, seen, affects, otherwise, survives }: Verdict): string {
	return [
		'',
		`${id}: ${assumes}`,
		`  Seen:     ${seen}`,
		`  Affects:  ${affects}`,
		`  Instead:  ${otherwise}${survives ? '' : ' This is a problem: please report it.'}`,
	].join('\n');
}
