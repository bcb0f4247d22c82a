import type { IDataObject } from 'n8n-workflow';

import type { Expressions } from '../fields/expressions';
import type { Fields, Parameters } from '../fields/field';
import type { Registered } from '../registrants/registrations';
import type { ServiceClient } from '../service/client';
import type { WebinarListItem, Registrant } from '../service/endpoints';
import { PartError, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { CancelledError, mapConcurrent, MAX_CONCURRENT } from '../utils/async';
import type { OutputSchema } from '../utils/outputFields';
import { hasInTitle } from '../webinars/webinar';
import type { Webinars } from '../webinars/webinars';
import type { RunReport } from './runReport';

/** What is remembered about one run of the node, until it ends. */
export interface RunMemory {
	/**
	 * The outcome of each register request, by person and session: the registration, or an error if the person might be
	 * registered nevertheless.
	 */
	sent: Map<string, Registration | ServiceError>;
	/** The registrant lists that the run reads as a whole, by webinar and session. Undefined for one that it does not. */
	lists: Map<string, Promise<WholeList | undefined>>;
	/** The people (IDs of `personIdOf`) whom any run has registered since this one began. `lists` may lack them. */
	peopleRegisteredDuringRun: Set<string>;
}

/** The registration of a contact. */
export interface Registration {
	registered: Registered;
	/** What happened to the contact, as the summary of the run calls it. */
	outcome: 'registered' | 'already registered' | 'already registered in this run';
}

/** A registrant list that was read as a whole. */
export interface WholeList {
	/** A person can have several rows. Rows without an email address are left out. */
	rowsByEmail: ReadonlyMap<string, readonly Registrant[]>;
	/** Whether the list has all its rows. Only then does it prove that a person was not in it. */
	isComplete: boolean;
}

/** The memories of the runs in progress in this process. */
export const activeRuns = new Set<RunMemory>();

/** Everything that an operation needs to process one input item. */
export interface OperationContext {
	service: ServiceClient;
	webinars: Webinars;
	memory: RunMemory;
	/** Names the item in a hint, e.g. "item 3". n8n counts items from 0. Undefined in a run with one item. */
	itemName: string | undefined;
	/** Aborted when the run is canceled, or when another item failed and the node stops on errors. */
	signal: AbortSignal;
	/**
	 * Returns how many items of the run, from this one on, surely have the same values of some parameters: all, or only this one
	 * if a parameter contains an expression.
	 */
	itemsLeftWithSame: (...parameters: string[]) => number;
	report: RunReport;
	/** Records that Limit cut off results. */
	limitReached: (limit: number) => void;
}

/** An operation of the node: its entry in the editor, its fields, and the code that processes one input item. */
export interface Operation<Input = unknown> {
	/** The value of the parameter `operation`. */
	value: string;
	name: string;
	description: string;
	/** What n8n's workflow builder must know about the operation in addition to its description. */
	builderHint: string;
	/** Returns the operation's name in n8n's list of actions. */
	action: (product: Product) => string;
	fields: Fields;
	/** The schema of the output items. An item for an automated webinar may lack some of the fields. */
	output: OutputSchema;
	/** The parameter whose value names an item in errors, such as the person's email address. */
	namedBy?: string;
	/**
	 * Checks and converts an item's values, once for each item. Without this function, the fields are only read.
	 * @param given the values of the parameters in `fields`
	 * @param expressions the node's expressions, which errors name
	 * @throws InputError
	 */
	read?(given: Parameters, expressions: Expressions): Input;
	/** Processes an item and returns the JSON of its output items. @throws InputError or ServiceError */
	execute(context: OperationContext, input: Input): Promise<IDataObject[]>;
}

/**
 * Fetches rows for every webinar in the account, and returns them in the order of the webinar list.
 * @param titleContains the text that the title or name of a webinar must contain
 * @throws PartError that names the webinar for which fetching failed, or an error that is about the whole run
 */
export async function fetchFromEachWebinar<Row>(
	{ webinars }: OperationContext,
	fetchRows: (webinar: WebinarListItem) => Promise<Row[]>,
	titleContains?: string,
): Promise<Row[]> {
	const all = await webinars.fetchList();
	const wanted = all.filter((webinar) => hasInTitle(titleContains, webinar));
	const rows = await mapConcurrent(wanted, MAX_CONCURRENT, async (webinar) =>
		fetchRows(webinar).catch((error: unknown) => {
			throw isAboutWholeRun(error) ? error : new PartError(`Webinar ${webinar.webinar_id}`, error);
		}),
	);
	return rows.flat();
}

/** Whether all other requests fail too. They have the same API key, and the same n8n instance as their sender. */
export function isAboutWholeRun(error: unknown): boolean {
	const isRejected = error instanceof ServiceError && error.rejectedPart !== undefined;
	return isRejected || error instanceof CancelledError;
}
