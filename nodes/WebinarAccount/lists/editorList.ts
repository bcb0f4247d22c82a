import { Settings } from 'luxon';
import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	isExpression,
} from 'n8n-workflow';

import { toListError } from '../fields/nodeError';
import { asLocator, chosenProduct, webinarId } from '../fields/webinarFields';
import { connect } from '../service/client';
import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import { WebinarReader } from '../webinars/webinarReader';
import { readWebinarReference, type WebinarReference } from '../webinars/webinarReference';

/** Lists that are opened within this time, in milliseconds, share their readings of webinars. */
const MAX_AGE_MS = 3000;

export interface ListContext {
	product: Product;
	service: ServiceClient;
	webinars: WebinarReader;
	/** The current time in milliseconds since 1970. */
	now: () => number;
	/** Returns a parameter's value in the editor; undefined for an expression, which has no value yet. */
	parameter: (name: string) => unknown;
}

/**
 * Makes a list method for n8n. The editor shows about 40 characters of an entry's name, and not its description. A search
 * finds words of both, in any order.
 */
export function editorList(load: (list: ListContext) => Promise<INodeListSearchItems[]>) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		try {
			const connection = await connect(this);
			const parameter = (name: string) => {
				const value: unknown = this.getCurrentNodeParameter(name);
				return isExpression(value) ? undefined : value;
			};
			const service = connection();
			const now = () => Settings.now();
			const webinars = new WebinarReader(service, { now, displayedSince: performance.now() - MAX_AGE_MS });
			const product = chosenProduct(parameter('resource'));
			const results = await load({ product, service, webinars, now, parameter });
			const words = filter.toLowerCase().split(/\s+/);
			const isFound = ({ name, description = '' }: INodeListSearchItems) =>
				words.every((word) => `${name} ${description}`.toLowerCase().includes(word));
			return { results: results.filter(isFound).map(asLiteral) };
		} catch (error) {
			throw toListError(this.getNode(), error, { webinarId });
		}
	};
}

/** Adds a space, because n8n evaluates a string that begins with "=". The space is trimmed when the value is read. */
function asLiteral({ name, value, ...item }: INodeListSearchItems): INodeListSearchItems {
	const literal = <Value>(given: Value) => (isExpression(given) ? ` ${given}` : given);
	return { ...item, name: literal(name), value: literal(value) };
}

/** Returns the webinar chosen in the editor, or a text that says why there is none. @param contents e.g. "sessions" */
export function currentWebinar({ parameter }: ListContext, contents: string): WebinarReference | string {
	const { mode, value } = asLocator(webinarId.label, parameter('webinarId'));
	if (value === '' && mode === 'list') return `Choose a webinar to see its ${contents}.`;
	// The editor sends an empty string for an expression that has no value yet.
	if (value === '' || isExpression(value)) return noValueYet(webinarId.label);
	return readWebinarReference(mode, value);
}

export function noValueYet(label: string): string {
	return `${label} has no value yet: run the previous nodes.`;
}
