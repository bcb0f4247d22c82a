import type { Zone } from 'luxon';
import { type INodeProperties, isResourceLocatorValue } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { quoted } from '../utils/quoted';
import { isRecord } from '../utils/record';
import type { Product } from '../service/products';
import { readTimezone } from '../service/sessions/timezone';
import { isBlank, isScalar } from '../utils/values';
import { readWebinarReference, type WebinarReference } from '../service/webinars';
import { schedule, timezone, webinarId } from './fields';

type Field = Pick<INodeProperties, 'name' | 'displayName'>;

/** A node's parameters, for one item. An expression can give any type, so each reading says what it takes. */
export class NodeParameters {
	/** @param value gives a parameter by its name; expressions are resolved */
	constructor(private readonly value: (name: string) => unknown) {}

	/** A text; numbers become one. An empty result of an expression is an empty text. */
	text(field: Field): string {
		return asText(field, this.value(field.name));
	}

	flag(field: Field): boolean {
		return asFlag(field, this.value(field.name));
	}

	/** A whole number from 1. */
	count(field: Field): number {
		const given = this.value(field.name);
		const value = typeof given === 'string' ? Number(given) : given;
		if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
		throw new InputError(
			`${field.displayName} must be a whole number, 1 or more`,
			`Correct ${field.displayName}.`,
		);
	}

	/**
	 * A chosen option.
	 * @throws InputError when an expression gives none of them
	 */
	option(field: INodeProperties): string {
		return asOption(field, this.value(field.name));
	}

	/**
	 * The chosen values of a multi-options field: a list, or a text with commas between them, as n8n takes it, too.
	 * @throws InputError for a value that is none of them
	 */
	list(field: INodeProperties): string[] {
		const value = this.value(field.name);
		const choices = Array.isArray(value) ? value : asText(field, value).split(',');
		return choices
			.map((choice: unknown) => asText(field, choice).trim())
			.filter((choice) => choice !== '')
			.map((choice) => asOption(field, choice));
	}

	/** The entries of a collection that the user added, or that differ from their default. */
	collection(field: Field): CollectionEntries {
		const value = this.value(field.name);
		return new CollectionEntries(isRecord(value) ? value : {});
	}

	webinar(): WebinarReference {
		const { mode, value } = this.locator(webinarId);
		return readWebinarReference(mode, value);
	}

	/** The attendee's zone, where the product takes one and the user filled it in. */
	attendeeZone({ takesTimezone }: Product): Zone | undefined {
		return takesTimezone ? readTimezone(this.text(timezone)) : undefined;
	}

	/** The value of the Session field. A list without a choice means its default; an expression must give a value. */
	session(): string {
		const { mode, value } = this.locator(schedule);
		return mode === 'list' && value === '' ? 'next' : value;
	}

	/** The value of a Session field that narrows a list; empty when it does not. */
	sessionFilter(): string {
		return this.locator(schedule).value.trim();
	}

	private locator(field: Field): Locator {
		return asLocator(field, this.value(field.name));
	}
}

/** The entries of one collection, read like parameters. */
export class CollectionEntries {
	constructor(private readonly entries: Record<string, unknown>) {}

	/** A trimmed text; empty when the entry is absent. */
	text(field: Field): string {
		return asText(field, this.entries[field.name]).trim();
	}

	/** A flag, with the field's default when the user did not add it; an empty result of an expression is a no. */
	flag(field: Field & Pick<INodeProperties, 'default'>): boolean {
		return asFlag(field, this.has(field) ? this.entries[field.name] : field.default);
	}

	/**
	 * A chosen option, or the field's default when the user did not add it.
	 * @throws InputError when an expression gives none of them
	 */
	option(field: INodeProperties): string {
		return asOption(field, this.entries[field.name]);
	}

	/** What a locator names, trimmed. */
	locator(field: Field): string {
		return asLocator(field, this.entries[field.name]).value.trim();
	}

	/** The values of a list or of one text, trimmed and without empty ones. */
	texts(field: Field): string[] {
		const value = this.entries[field.name];
		const texts = (Array.isArray(value) ? value : [value]).map((each: unknown) => asText(field, each).trim());
		return texts.filter((text) => text !== '');
	}

	/** The rows of a fixed collection that takes several. */
	group(field: Field, name: string): CollectionEntries[] {
		const groups = this.entries[field.name];
		const rows: unknown = isRecord(groups) ? groups[name] : undefined;
		return Array.isArray(rows) ? rows.filter(isRecord).map((row) => new CollectionEntries(row)) : [];
	}

	has({ name }: Field): boolean {
		return Object.hasOwn(this.entries, name);
	}
}

interface Locator {
	mode: string;
	value: string;
}

/** A locator that an expression gives as a whole is a plain value. */
function asLocator(field: Field, locator: unknown): Locator {
	return isResourceLocatorValue(locator)
		? { mode: locator.mode, value: asText(field, locator.value) }
		: { mode: 'id', value: asText(field, locator) };
}

/** One of the field's values as a text; nothing at all means its default. */
function asOption(
	{ name, displayName, default: preset, options = [] }: INodeProperties,
	value: unknown,
): string {
	const chosen = asText({ name, displayName }, value ?? preset).trim();
	const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	if (values.includes(chosen)) return chosen;
	throw new InputError(
		`${quoted(chosen)} is not an option of ${displayName}`,
		`Choose one from the list, or give one of: ${values.join(', ')}.`,
		[`${displayName} is not a choice`],
	);
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0|)$/i;

/** A flag mapped from a table is often a text. Nothing is a no; of what is neither, nobody can know. */
function asFlag({ displayName }: Field, value: unknown): boolean {
	if (isBlank(value)) return false;
	const text = isScalar(value) ? String(value).trim() : undefined;
	if (text !== undefined && YES.test(text)) return true;
	if (text !== undefined && NO.test(text)) return false;
	throw new InputError(
		`${displayName} is neither yes nor no`,
		`Map something that is true or false to ${displayName}, e.g. {{ $json.consent === 'I agree' }}.`,
	);
}

function asText({ displayName }: Field, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InputError(
			`${displayName} is not a number`,
			`The expression in ${displayName} calculates with something that is not there.`,
		);
	}
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw new InputError(
		`${displayName} is not a text`,
		`The expression in ${displayName} gives a list or an object. Choose one value of it.`,
	);
}
