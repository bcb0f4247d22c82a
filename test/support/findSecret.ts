import { types } from 'node:util';

/**
 * Looks for secrets in everything that can be reached from a value: hidden properties, symbols, causes, bytes, and the
 * entries of maps, headers and forms.
 * @returns where one was found, e.g. `$.error.cause.config.data`; empty when none is anywhere
 */
export function findSecret(thing: unknown, ...secrets: string[]): string[] {
	const forms = secrets.filter((secret) => secret !== '').flatMap(formsOf);
	const found: string[] = [];
	/** Objects that were searched, and strings without a secret. Most field names occur repeatedly. */
	const seen = new Set<unknown>();
	const waiting: Array<[path: string, value: unknown]> = [['$', thing]];
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		const [path, value] = next;
		if (seen.has(value)) continue;
		const text = textOf(value).toLowerCase();
		const holdsSecret = text !== '' && forms.some((form) => text.includes(form));
		if (holdsSecret) found.push(path);
		if (isObject(value) || !holdsSecret) seen.add(value);
		if (isObject(value)) addMembers(path, value, waiting);
	}
	return found;
}

/** Returns the forms of a secret in plain text, in JSON, in URLs and in forms, all in lower case. */
function formsOf(secret: string): string[] {
	const inForm = new URLSearchParams({ '': secret }).toString().slice(1);
	const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), inForm];
	return [...new Set(forms.map((form) => form.toLowerCase()))];
}

function isObject(value: unknown): value is object {
	return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** What a value says by itself: its text or its bytes. */
function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'symbol') return value.description ?? '';
	if (!ArrayBuffer.isView(value)) return '';
	return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
}

function addMembers(path: string, value: object, to: Array<[string, unknown]>): void {
	if (ArrayBuffer.isView(value)) return;
	for (const name of Reflect.ownKeys(value)) {
		to.push([`${path}.${String(name)}`, read(value, name)], [`${path}.(name ${String(name)})`, name]);
	}
	entriesOf(value).forEach((entry, index) => to.push([`${path}.(entry ${index})`, entry]));
}

function read(value: object, name: string | symbol): unknown {
	try {
		return Reflect.get(value, name);
	} catch {
		return undefined;
	}
}

/** Returns the contents of objects that do not have them in fields. Streams and generators are not read. */
function entriesOf(value: object): unknown[] {
	const isKept =
		types.isMap(value) || types.isSet(value) || value instanceof URLSearchParams || value instanceof Headers;
	return isKept ? [...value] : [];
}
