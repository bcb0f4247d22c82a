import type { Zone } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { SessionFinder } from '../service/sessions/sessionFinder';
import type { WebinarReader } from '../service/webinars';
import type { NodeParameters } from './nodeParameters';
import type { Once } from '../utils/once';

/** What an operation works with: one item of a run. */
export interface OperationContext {
	product: Product;
	parameters: NodeParameters;
	service: ServiceClient;
	/** Shared by all items, so that each webinar is read once. */
	webinars: WebinarReader;
	/** Shared by all items, so that what is the same for many is found once. */
	sessions: SessionFinder;
	/** Shared by all items, so that a person who comes twice is registered once. */
	registeredContacts: Once;
	/** Tells the user something about the whole run. */
	notice: (text: string) => void;
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
	/** The zone that its sessions are found in, where that is not just the one of Timezone. */
	zone?: (product: Product, parameters: NodeParameters) => Zone | undefined;
	/** What to do about items that are done already and would be done again with the others; nothing where that harms nobody. */
	beforeAgain?: (parameters: NodeParameters) => string;
	/**
	 * Works on one item and knows nothing of the others.
	 * @returns the output items' JSON
	 * @throws InputError or ServiceError
	 */
	execute(context: OperationContext): Promise<IDataObject[]>;
}
