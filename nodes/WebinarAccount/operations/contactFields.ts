import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type Phone, readEmail, readPhone } from '../service/contact';
import { isRecord } from '../utils/values';
import { collection, reading, requiredText, text } from './input';

/** The fields of a contact, for registrations and one-click links. */

export const firstName: INodeProperties = {
	displayName: 'First Name',
	name: 'firstName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Ann',
	description: 'First name of the person',
};

export const email: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. name@email.com',
	description: 'Email address of the person',
};

export const lastName: INodeProperties = {
	displayName: 'Last Name',
	name: 'lastName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Smith',
	description: 'Last name of the person. Some webinars require it.',
};

export const phoneCountryCode: INodeProperties = {
	displayName: 'Phone Country Code',
	name: 'phoneCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. +44',
	description: 'Leave empty if Phone begins with + and the country code',
};

export const phone: INodeProperties = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +44 20 7946 0000',
	description: 'Phone number of the person. Some webinars require it.',
};

export const emailAddress = (field: INodeProperties) => reading(requiredText(field), readEmail);

/**
 * A collection with the fields of a contact. `phone` is read together with `phoneCountryCode`; it is undefined when it
 * is empty.
 */
export const contactCollection = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.preprocess(
		(value) => (isRecord(value) ? { ...value, phone: [value.phone, value.phoneCountryCode] } : {}),
		collection({ phone: phoneWithCode, ...shape }),
	);

const phoneWithCode = reading(
	z.tuple([text(phone), text(phoneCountryCode)]).default(['', '']),
	([number, code]): Phone | undefined => (number === '' ? undefined : readPhone(number, code)),
);
