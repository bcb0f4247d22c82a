import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { WebinarReader } from '../service/webinars';

/** What an operation needs to process one item of a run. */
export interface OperationContext {
	product: Product;
	/** Reads the item's parameters; throws an InputError that lists all their problems. */
	input: <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) => z.output<z.ZodObject<Shape>>;
	service: ServiceClient;
	/** Reads each webinar once per run. */
	webinars: WebinarReader;
	/** The output for each contact of this run, by contact, session and If Already Registered. */
	registrations: Map<string, Promise<IDataObject>>;
	/** Number of items, from this one on, with the same values of these parameters; 1 if one of them is an expression. */
	itemsLeft: (...parameters: string[]) => number;
	/**
	 * Reports that a part of the item failed. The rest is its output if the node continues on errors.
	 * @param part named at the beginning of the message, e.g. "Webinar 6"
	 * @throws the error otherwise
	 */
	partFailed: (part: string, error: unknown) => void;
	/** Shows the user a hint about the whole run. */
	notice: (text: string) => void;
	/** Records that the item changed something at the service. @param advice what to do before running it again */
	changed: (advice: string) => void;
}

/** The purpose of an operation's Session field, and the choices it offers besides schedules. */
export interface SessionList {
	/** "All Sessions", for a filter. */
	all?: boolean;
	/** `next`. */
	next?: boolean;
	/** `justInTime` and `instantReplay`. */
	described?: boolean;
	/** Whether the session is booked; otherwise it filters a list of registrants. */
	books?: boolean;
	/** `<id>|<date>`, if the product takes a date. */
	dates?: boolean;
	/** Whether the sessions can be listed without the attendee's zone, even if the webinar follows it. */
	needsNoZone?: (read: OperationContext['input']) => boolean;
}

/** Why an operation skips an item. Its output then has `skipped: true` and the `reason`. */
export const skipReasons = ['no consent', 'already registered'] as const;

export type SkipReason = (typeof skipReasons)[number];

/** One operation of the node, for both products. */
export interface Operation {
	/** Value of the `operation` parameter. */
	value: string;
	name: string;
	description: string;
	/** Its entry in n8n's action list. */
	action: (product: Product) => string;
	/** Shown for this operation only, in addition to a field's own display rule. */
	fields: INodeProperties[];
	sessionList?: SessionList;
	/**
	 * Processes one item, independently of the others.
	 * @returns the output items' JSON
	 * @throws InputError or ServiceError
	 */
	execute(context: OperationContext): Promise<IDataObject[]>;
}
