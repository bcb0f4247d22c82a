import type { IDataObject } from 'n8n-workflow';

import type { Fields, Values } from '../fields/field';
import type { RunRegistrants } from '../registrants/runRegistrants';
import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { WebinarReader } from '../webinars/webinarReader';
import type { RunReport } from './runReport';

/** Everything that an operation needs to process one input item. */
export interface OperationContext {
	product: Product;
	/** Reads the item's values for these fields. @throws InputError that lists all problems with the values */
	input: <F extends Fields>(fields: F) => Values<F>;
	service: ServiceClient;
	webinars: WebinarReader;
	/** Returns the current time in milliseconds since 1970. */
	now: () => number;
	registrants: RunRegistrants;
	/** Aborted when the run is canceled, or when an earlier item failed and the node stops on errors. */
	signal: AbortSignal;
	/**
	 * Returns how many items are left in the run, including this one, if the named parameters have the same value for all
	 * items. Returns 1 if any of them contains an expression.
	 */
	itemsLeft: (...parameters: string[]) => number;
	report: RunReport;
	/**
	 * Records that one part of the item failed. `part` names it, e.g. "Webinar 6".
	 * @throws if the node stops on errors
	 */
	partFailed: (part: string, error: unknown) => void;
}

/** An operation of the node: its entry in the editor, its fields, and the code that processes one input item. */
export interface Operation {
	/** The value of the parameter `operation`. */
	value: string;
	name: string;
	description: string;
	/** Returns the operation's name in n8n's list of actions. */
	action: (product: Product) => string;
	fields: Fields;
	/** Checks an item's values before anything is sent for any item. @throws InputError */
	check?(this: void, input: OperationContext['input']): void;
	/** Processes an item and returns the JSON of its output items. @throws InputError or ServiceError */
	execute(context: OperationContext): Promise<IDataObject[]>;
}
