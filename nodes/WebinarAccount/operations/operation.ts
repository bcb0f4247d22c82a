import type { IDataObject } from 'n8n-workflow';

import type { Fields, Values } from '../fields/field';
import type { RunRegistrants } from '../registrants/registerOnce';
import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { WebinarReader } from '../webinars/webinarReader';
import type { RunReport } from './runReport';

export interface OperationContext {
	product: Product;
	/** @throws InputError that lists all problems of the item's values */
	input: <F extends Fields>(fields: F) => Values<F>;
	service: ServiceClient;
	webinars: WebinarReader;
	registrants: RunRegistrants;
	signal: AbortSignal;
	/** The current time in milliseconds since 1970. */
	now: () => number;
	/** Number of items, from this one on, with the same values of these parameters; 1 if one of them is an expression. */
	itemsLeft: (...parameters: string[]) => number;
	report: RunReport;
	/** The rest is the item's output if the node continues on errors. @param part e.g. "Webinar 6" @throws otherwise */
	partFailed: (part: string, error: unknown) => void;
}

export interface Operation {
	value: string;
	name: string;
	description: string;
	action: (product: Product) => string;
	fields: Fields;
	/** @returns the JSON of the item's outputs @throws InputError or ServiceError */
	execute(context: OperationContext): Promise<IDataObject[]>;
}
