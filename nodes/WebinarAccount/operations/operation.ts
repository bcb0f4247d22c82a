import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { WebinarReader } from '../service/webinars';

/** What an operation works with: one item of a run. */
export interface OperationContext {
	product: Product;
	/** Reads the item's parameters; throws an InputError that says everything that is wrong with them. */
	input: <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) => z.output<z.ZodObject<Shape>>;
	service: ServiceClient;
	/** Reads webinars anew in this run, each once. */
	webinars: WebinarReader;
	/** What each contact came to in this run, by contact and session. */
	registrations: Map<string, Promise<IDataObject>>;
	/** Items from this one on that have the same value of these parameters; 1 where an expression may give others. */
	itemsLeft: (...parameters: string[]) => number;
	/** Tells the user something about the whole run. */
	notice: (text: string) => void;
	/** Notes that the item changed something at the service. @param advice for those who run it again */
	changed: (advice: string) => void;
}

/** What the Session field of an operation is for, and what it can hold beside the ID of a schedule. */
export interface SessionList {
	/** No choice, for a field that narrows. */
	all?: boolean;
	/** `next`. */
	next?: boolean;
	/** `justInTime` and `instantReplay`. */
	described?: boolean;
	/** Whether the session is booked; else it narrows a list of registrants. */
	books?: boolean;
	/** `<id>|<date>`, where the product takes a date. */
	dates?: boolean;
	/** Whether the sessions can be listed without the attendee's zone, although the webinar follows it. */
	needsNoZone?: (read: OperationContext['input']) => boolean;
}

/** One operation of the node, for both products. */
export interface Operation {
	/** Value of the `operation` parameter. */
	value: string;
	name: string;
	description: string;
	/** The sentence of n8n's action list. */
	action: (product: Product) => string;
	/** Shown for this operation only; a field's own display rule is kept. */
	fields: INodeProperties[];
	/** What the list of its Session field offers beside schedules. */
	sessionList?: SessionList;
	/**
	 * Works on one item and knows nothing of the others.
	 * @returns the output items' JSON
	 * @throws InputError or ServiceError
	 */
	execute(context: OperationContext): Promise<IDataObject[]>;
}
