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
	webinars: WebinarReader;
	/** Nobody whom this run registered is forgotten before its end. */
	registrants: RunRegistrants;
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
	value: string;
	name: string;
	description: string;
	action: (product: Product) => string;
	fields: Fields;
	/** Processes one item, and returns the JSON of its outputs. @throws InputError or ServiceError */
	execute(context: OperationContext): Promise<IDataObject[]>;
}
