import type { IDataObject } from 'n8n-workflow';

import type { Fields, Values } from '../fields/field';
import type { RunRegistrants } from '../registrants/runRegistrants';
import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { WebinarReader } from '../webinars/webinarReader';
import type { RunReport } from './runReport';

export interface OperationContext {
	product: Product;
	/** Reads the item's values. @throws InputError that lists all their problems */
	input: <F extends Fields>(fields: F) => Values<F>;
	service: ServiceClient;
	webinars: WebinarReader;
	/** The current time in milliseconds since 1970. */
	now: () => number;
	registrants: RunRegistrants;
	signal: AbortSignal;
	/** The number of items left, this one included, if these parameters have no expression; otherwise 1. */
	itemsLeft: (...parameters: string[]) => number;
	report: RunReport;
	/** Reports that a part of the item failed, e.g. "Webinar 6". @throws if the node stops on errors */
	partFailed: (part: string, error: unknown) => void;
}

export interface Operation {
	value: string;
	name: string;
	description: string;
	action: (product: Product) => string;
	fields: Fields;
	/** Checks an item's values before anything is sent for any item. @throws InputError */
	check?(this: void, input: OperationContext['input']): void;
	/** @returns the JSON of the item's outputs @throws InputError or ServiceError */
	execute(context: OperationContext): Promise<IDataObject[]>;
}
