import { Settings, Zone } from 'luxon';
import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	isExpression,
} from 'n8n-workflow';

import { type Field, readFields } from '../fields/field';
import { toListError } from '../fields/nodeError';
import { asLocator, chosenProduct, TIMEZONE, webinarId } from '../fields/webinarFields';
import { connect } from '../service/client';
import type { ServiceClient } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import { needsTimezone, type Webinar } from '../webinars/webinar';
import { Webinars } from '../webinars/webinars';
import { readWebinarReference, type WebinarReference } from '../webinars/webinarReference';

/** Maximum age in milliseconds of the data in a list. Lists that the user opens within this time share one request. */
const MAX_AGE_MS = 3000;

/** Everything that an editor list needs to load its entries. */
export interface ListContext {
	product: Product;
	service: ServiceClient;
	webinars: Webinars;
	/** Returns the current time in milliseconds since 1970. */
	now: () => number;
	/** Returns a parameter's value in the editor. Returns undefined for an expression, which has no value yet. */
	parameter: (name: string) => unknown;
}

/**
 * Creates a method that n8n calls for a list in the editor. The editor shows about 40 characters of an entry's name. It
 * does not show the description. A search matches words in the name and the description, in any order.
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
			const webinars = new Webinars(service, performance.now() - MAX_AGE_MS, now);
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

/**
 * Adds a space to a string that begins with "=", because n8n would evaluate it as an expression. The space is trimmed when
 * the node reads the value.
 */
function asLiteral({ name, value, ...item }: INodeListSearchItems): INodeListSearchItems {
	const literal = <Value>(given: Value) => (isExpression(given) ? ` ${given}` : given);
	return { ...item, name: literal(name), value: literal(value) };
}

/**
 * Returns the webinar that is chosen in the editor, or a text for the user if none is chosen.
 * @param contents what the list contains, e.g. "sessions"
 */
export function currentWebinar({ parameter }: ListContext, contents: string): WebinarReference | string {
	const { mode, value } = asLocator(webinarId.label, parameter('webinarId'));
	if (value === '' && mode === 'list') return `Choose a webinar to see its ${contents}.`;
	// The editor sends an empty string for an expression that has no value yet.
	if (value === '' || isExpression(value)) return noValueYet(webinarId.label);
	return readWebinarReference(mode, value);
}

/**
 * Reads the webinar that is chosen in the editor, with its sessions in the time zone that is entered there.
 * @param timezoneField the node's field for the attendee's time zone, if it has one
 * @param withoutList the advice for a user who wants to continue without the list
 * @throws InputError if the sessions cannot be listed yet. The reason is not a list entry, because users could choose that
 * entry by mistake.
 */
export async function readChosenWebinar(
	list: ListContext,
	timezoneField: Field<unknown> | undefined,
	withoutList: string,
): Promise<Webinar> {
	const { product, webinars, parameter } = list;
	const reference = currentWebinar(list, 'sessions');
	if (typeof reference === 'string') throw new InputError(reference, withoutList);
	const usedField = product.takesTimezone ? timezoneField : undefined;
	const given = usedField && readFields({ timezone: usedField }, parameter).timezone;
	const zone = given instanceof Zone ? given : undefined;
	const webinar = await webinars.read(product, reference, zone);
	if (!usedField || zone || !needsTimezone(webinar)) return webinar;
	const isEmpty = parameter('timezone') === '';
	const reason = isEmpty ? `Fill in ${TIMEZONE} to see the sessions.` : noValueYet(TIMEZONE);
	throw new InputError(reason, withoutList);
}

/** Returns the text for a field whose expression has no value in the editor yet. */
export function noValueYet(label: string): string {
	return `${label} has no value yet. Run the previous nodes.`;
}
