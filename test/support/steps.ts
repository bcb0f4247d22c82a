import * as fc from 'fast-check';

/** A kind of step in a random history, with facts that vary. */
export function step<Kind extends string, Facts extends object>(
	kind: Kind,
	facts: { [Name in keyof Facts]: fc.Arbitrary<Facts[Name]> },
) {
	return fc.record<Facts>(facts).map((each) => ({ kind, ...each }));
}
