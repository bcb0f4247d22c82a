import type { FaultEffect } from './applyFault';
import type { Call, Operation, Product } from './types';

/** Selects the requests that match every given field. */
export interface CallTarget {
	operation?: Operation;
	product?: Product;
	webinarId?: number;
	email?: string;
	/** Selects requests with a `timezone`, or requests without one. */
	hasTimezone?: boolean;
	/** How many requests are selected: by default 1, with Infinity all. */
	times?: number;
	/** How many matching requests pass before the first selected one. */
	skip?: number;
}

export type Fault = CallTarget & FaultEffect;

/** The faults in the order in which they were added. The first one that selects a request applies. */
export class Faults {
	private rules: Array<{ fault: Fault; skip: number; left: number }> = [];

	add(fault: Fault): void {
		this.rules.push({ fault, skip: fault.skip ?? 0, left: fault.times ?? 1 });
	}

	clear(): void {
		this.rules = [];
	}

	next(call: Call): FaultEffect | undefined {
		for (const rule of this.rules) {
			if (rule.left <= 0 || !applies(rule.fault, call)) continue;
			if (rule.skip > 0) {
				rule.skip--;
				continue;
			}
			rule.left--;
			return rule.fault;
		}
		return undefined;
	}
}

function applies(fault: Fault, { product, operation, parameters }: Call): boolean {
	return (
		(fault.operation === undefined || fault.operation === operation) &&
		(fault.product === undefined || fault.product === product) &&
		(fault.webinarId === undefined || String(fault.webinarId) === parameters.webinar_id) &&
		(fault.email === undefined || fault.email.toLowerCase() === parameters.email?.toLowerCase()) &&
		(fault.hasTimezone === undefined || fault.hasTimezone === (parameters.timezone !== undefined))
	);
}
