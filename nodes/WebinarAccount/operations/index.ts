import { createOneClickLink } from './createOneClickLink/createOneClickLink';
import { get } from './get';
import { getAll } from './getAll';
import { getRegistrants } from './getRegistrants/getRegistrants';
import type { Operation } from './operation';
import { register } from './register/register';
import { unsubscribe } from './unsubscribe';

/** The node's operations in the order of the editor's list; selector, fields and dispatch derive from this. */
export const operations: readonly Operation[] = [
	createOneClickLink,
	get,
	getAll,
	getRegistrants,
	register,
	unsubscribe,
];
