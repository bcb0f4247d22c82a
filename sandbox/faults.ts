import type { FaultEffect } from './faultEffects';
import type { Call, Operation, Product } from './types';

/** Selects calls: those that match every given member. */
export interface CallTarget {
	operation?: Operation;
	product?: Product;
	webinarId?: number;
	email?: string;
	/** Whether the request has a `timezone`; undefined for both. */
	hasTimezone?: boolean;
	/** How many calls; 1 by default, Infinity for all. */
	times?: number;
	/** How many matching calls pass before the first affected one. */
	skip?: number;
}

export type Fault = CallTarget & FaultEffect;

/** The fault rules, in the order in which they were added. The first that matches a call applies. */
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
