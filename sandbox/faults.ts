import type { FaultEffect } from './applyFault';
import type { Call, Operation, Product } from './types';

/** Selects the requests that match every given field. */
export interface CallTarget {
	operation?: Operation;
	product?: Product;
	webinarId?: number;
	email?: string;
	/** Selects requests whose User-Agent header matches. The header may be missing, which is ''. */
	userAgent?: RegExp;
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

	has(fault: Fault): boolean {
		return this.rules.some((rule) => rule.fault === fault);
	}

	clear(): void {
		this.rules = [];
	}

	/** Returns the fault of a request that the service admitted. */
	next(call: Call): FaultEffect | undefined {
		return this.select(call, (fault) => fault.kind !== 'firewall');
	}

	/** Returns the refusal of a request by the firewall, which sees all requests. */
	refusal(call: Call): FaultEffect | undefined {
		return this.select(call, (fault) => fault.kind === 'firewall');
	}

	private select(call: Call, isWanted: (fault: Fault) => boolean): FaultEffect | undefined {
		for (const rule of this.rules) {
			if (rule.left <= 0 || !isWanted(rule.fault) || !applies(rule.fault, call)) continue;
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

function applies(fault: Fault, { product, operation, parameters, userAgent }: Call): boolean {
	return (
		(fault.operation === undefined || fault.operation === operation) &&
		(fault.product === undefined || fault.product === product) &&
		(fault.webinarId === undefined || String(fault.webinarId) === parameters.webinar_id) &&
		(fault.email === undefined || fault.email.toLowerCase() === parameters.email?.toLowerCase()) &&
		(fault.userAgent === undefined || fault.userAgent.test(userAgent)) &&
		(fault.hasTimezone === undefined || fault.hasTimezone === (parameters.timezone !== undefined))
	);
}
