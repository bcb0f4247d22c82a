import type { IDataObject } from 'n8n-workflow';

import type { Fields, Values } from '../fields/field';
import type { RunRegistrants } from '../registrants/once';
import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { WebinarReader } from '../webinars/read';
import type { RunReport } from './runReport';

export interface OperationContext {
	product: Product;
	/** Reads values of the item; throws an InputError that lists all their problems. */
	input: <F extends Fields>(fields: F) => Values<F>;
	service: ServiceClient;
	/** Reads each webinar once per run. */
	webinars: WebinarReader;
	/** Nobody whom this run registered is forgotten before its end. */
	registrants: RunRegistrants;
	/** Ends the waiting for the item. */
	signal: AbortSignal;
	/** Number of items, from this one on, with the same values of these parameters; 1 if one of them is an expression. */
	itemsLeft: (...parameters: string[]) => number;
	report: RunReport;
	/**
	 * Reports that a part of the item failed. The rest is its output if the node continues on errors.
	 * @param part named at the beginning of the message, e.g. "Webinar 6"
	 * @throws the error otherwise
	 */
	partFailed: (part: string, error: unknown) => void;
}

export interface Operation {
	/** Value of the `operation` parameter. */
	value: string;
	name: string;
	description: string;
	/** Its entry in n8n's action list. */
	action: (product: Product) => string;
	fields: Fields;
	/**
	 * Processes one item, independently of the others.
	 * @returns the output items' JSON
	 * @throws InputError or ServiceError
	 */
	execute(context: OperationContext): Promise<IDataObject[]>;
}
