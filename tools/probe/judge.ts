import { type Assumption, assumptions } from './assumptions';
import { checks } from './checks';
import type { Evidence } from './evidence';

export type Result = 'confirmed' | 'contradicted' | 'not seen';

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
