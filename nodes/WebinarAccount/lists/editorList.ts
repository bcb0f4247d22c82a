import { Settings } from 'luxon';
import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	isExpression,
} from 'n8n-workflow';

import { toListError } from '../fields/nodeError';
import { asLocator } from '../fields/field';
import { chosenProduct, timezone, webinarId } from '../fields/webinarFields';
import { connect } from '../service/client';
import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import { unlessAborted } from '../utils/async';
import { readWebinarReference, type WebinarReference, Webinars } from '../webinars/webinars';

/** Maximum age in milliseconds of the data in a list. Lists that the user opens within this time share one request. */
const MAX_AGE_MS = 3000;

/** Time in milliseconds from opening a list to its entries or its error. The wait in the queue counts too. */
const LIST_DEADLINE_MS = 14_000;

/** Everything that an editor list needs to load its entries. */
export interface ListContext {
	product: Product;
	webinars: Webinars;
	/** The time at which the list was opened, in milliseconds since 1970. */
	now: number;
	/** Returns a parameter's value in the editor. Returns undefined for an expression, which has no value yet. */
	parameter: (name: string) => unknown;
}

/** The fields whose labels an error of a list can mention. */
const FIELDS_IN_ERRORS = { webinarId, timezone };

/**
 * Creates a method that n8n calls for a list in the editor.
 * @param load returns the entries. The editor shows about 40 characters of an entry's name, and not its description.
 */
export function editorList(load: (list: ListContext) => Promise<INodeListSearchItems[]>) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const deadline = AbortSignal.timeout(LIST_DEADLINE_MS);
		try {
			const createClient = await connect(this);
			const parameter = (name: string) => {
				const value: unknown = this.getCurrentNodeParameter(name);
				// The editor passes an expression as it was entered, not its result.
				return isExpression(value) ? undefined : value;
			};
			const product = chosenProduct(parameter('resource'));
			// A shared fetch that began earlier is too old.
			const earliestBegin = performance.now() - MAX_AGE_MS;
			const webinars = new Webinars(createClient(product), earliestBegin);
			const loading = load({ product, webinars, now: Settings.now(), parameter });
			// At the deadline, the list only stops waiting. Its requests continue, because executions may share them.
			const results = await unlessAborted(loading, deadline, lateListError);
			const words = filter.toLowerCase().split(/\s+/);
			const found = results.filter((item) => includesAll(words, item));
			return { results: found.map(withEscapedExpressions) };
		} catch (error) {
			throw toListError(this.getNode(), error, FIELDS_IN_ERRORS);
		}
	};
}

/** Whether an entry includes all words. An empty filter is one empty word, which every text includes. */
function includesAll(words: readonly string[], { name, description = '' }: INodeListSearchItems): boolean {
	const text = `${name} ${description}`.toLowerCase();
	return words.every((word) => text.includes(word));
}

function lateListError(): InputError {
	return new InputError(
		`The list did not load within ${LIST_DEADLINE_MS / 1000} seconds`,
		'The service does not answer, or other software uses up the 20 requests per second of the account. Open the list again later, or enter the value without the list. The vendor announces outages at status.webinarjam.com.',
	);
}

/**
 * Adds a space to a text of the account that begins with "=", because n8n would evaluate it as an expression. The space is
 * trimmed when the node reads the value.
 */
function withEscapedExpressions({ name, value, ...item }: INodeListSearchItems): INodeListSearchItems {
	const escaped = <Value>(given: Value) => (isExpression(given) ? ` ${given}` : given);
	return { ...item, name: escaped(name), value: escaped(value) };
}

/** Joins the parts of an entry's name or description. Leaves out empty parts. */
export function joinParts(...parts: string[]): string {
	return parts.filter(Boolean).join(' · ');
}

/**
 * Returns the webinar that is chosen in the editor; undefined if Webinar has no value yet, because n8n cannot evaluate its
 * expression, or because its ID was not entered yet.
 * @param contents what the list contains, e.g. "sessions"
 * @param advice tells the user what to do without the list
 * @throws InputError if nothing is chosen From List, or if the value is not a webinar
 */
export function currentWebinar(
	{ parameter }: ListContext,
	contents: string,
	advice: string,
): WebinarReference | undefined {
	const { mode, value } = asLocator(webinarId.label, parameter('webinarId'));
	if (value === '' && mode === 'list') {
		throw new InputError(`Choose a webinar to see its ${contents}.`, advice);
	}
	// The editor sends an empty string, or the expression itself, while it cannot evaluate the expression.
	if (value === '' || isExpression(value)) return undefined;
	return readWebinarReference({ mode, value });
}
