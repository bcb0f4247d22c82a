import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Table from 'cli-table3';
import { parse } from 'yaml';
import { z } from 'zod/v4';

import { checks } from './checks';
import type { Evidence } from './evidence';

const FILE = join(__dirname, '../../docs/assumptions.yaml');

const assumption = z.strictObject({
	id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
	assumes: z.string(),
	source: z.string().optional(),
	confidence: z.enum(['documented', 'seen', 'seenOnce', 'assumed']).default('assumed'),
	affects: z.string().default('nothing'),
	otherwise: z.string().default("The service's words are shown."),
	survives: z.boolean().default(true),
});
type Assumption = z.output<typeof assumption>;

/** What the package assumes of the service, from docs/assumptions.yaml. */
export const assumptions: readonly Assumption[] = z
	.array(assumption)
	.parse(parse(readFileSync(FILE, 'utf8')));

const MARKS = { confirmed: '✔ confirmed', contradicted: '✘ CONTRADICTED', 'not seen': '· not seen' } as const;
type Result = keyof typeof MARKS;

/** An assumption and what the probe saw of it. */
export interface Verdict extends Assumption {
	result: Result;
	seen: string;
}

export function judge(evidence: Evidence): Verdict[] {
	return assumptions.map((assumption) => {
		const finding = checks[assumption.id]?.(evidence);
		if (!finding) return { ...assumption, result: 'not seen', seen: '' };
		return { ...assumption, result: finding.holds ? 'confirmed' : 'contradicted', seen: finding.seen };
	});
}

/** The findings as a table, and what each contradiction means. */
export function report(verdicts: readonly Verdict[]): string {
	const table = new Table({
		head: ['Assumption', 'Confidence', 'Result', 'Seen'],
		style: { head: [], border: [], compact: true },
		colWidths: [24, 12, 17, 44],
		wordWrap: true,
	});
	table.push(...verdicts.map(({ id, confidence, result, seen }) => [id, confidence, MARKS[result], seen]));
	const of = (wanted: string) => verdicts.filter(({ result }) => result === wanted);
	const counts = Object.keys(MARKS).map((result) => `${of(result).length} ${result}`);
	return [table.toString(), '', `${counts.join(', ')}.`, ...of('contradicted').map(explained)].join('\n');
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
