import { isRecord } from '../../nodes/WebinarAccount/utils/values';
import type { Exchange } from './serviceReader';

/** Reads parts of a response whose form is unknown. */

type Fields = Readonly<Record<string, unknown>>;

export function fieldsIn(value: unknown): Fields {
	return isRecord(value) ? value : {};
}

export function recordsIn(value: unknown): Fields[] {
	return Array.isArray(value) ? value.map(fieldsIn) : [];
}

/** Returns a string or a number as a string, and '' for another value. */
export function textIn(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function webinarsOf({ body }: Exchange): Fields[] {
	return recordsIn(fieldsIn(body).webinars);
}

export function webinarOf({ body }: Exchange): Fields {
	return fieldsIn(fieldsIn(body).webinar);
}

export function rowsOf({ body }: Exchange): Fields[] {
	return recordsIn(fieldsIn(fieldsIn(body).registrants).data);
}

/** Returns the number of registrants on all pages. */
export function totalOf({ body }: Exchange): number {
	return Number(fieldsIn(fieldsIn(body).registrants).total);
}

/** Whether the path of the request ends with this operation. */
export function isOf(operation: string): (exchange: Exchange) => boolean {
	return ({ path }) => path.endsWith(`/${operation}`);
}
