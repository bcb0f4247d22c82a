import { type Phone, readPhone } from '../service/contact';
import { phone, phoneCountryCode } from './contactFields';
import type { CollectionEntries } from './nodeParameters';

/** The phone of a contact, from the collection that holds its fields; undefined when Phone is empty. */
export function readContactPhone(fields: CollectionEntries): Phone | undefined {
	const number = fields.text(phone);
	return number === '' ? undefined : readPhone(number, fields.text(phoneCountryCode));
}
