import type { IDataObject } from 'n8n-workflow';

import { asRegistration } from '../../service/registrants/asRegistration';
import { type Contact, findRegistration, registrationKey, sessionKey } from '../../service/registration';
import { oneAtATime } from '../../utils/async';
import type { OperationContext, SkipReason } from '../operation';

/**
 * Registers a contact once per run and session. Unless the choice is to register again, also looks the contact up, as
 * one step with the registration for all executions of the process.
 * @param choice the value of If Already Registered
 * @param registerNow makes the call and returns the new registration
 * @returns the new registration, the existing one, or a skipped item
 */
export async function registerOnce(
	context: OperationContext,
	contact: Contact,
	choice: string,
	registerNow: () => Promise<IDataObject>,
): Promise<IDataObject> {
	const { service, registrations } = context;
	const { reading, session } = contact.booking;
	const key = registrationKey(service, contact);
	const alreadyRegistered = (more: IDataObject = {}) => {
		const { webinar_id } = reading.webinar;
		return skipped('already registered', {
			email: contact.email,
			webinar_id,
			schedule: session.schedule,
			...more,
		});
	};
	const lookUpFirst = () =>
		oneAtATime(key, async () => {
			const contactsLeft = context.itemsLeft('webinarId', 'schedule', 'timezone');
			const known = await findRegistration(service, contact, contactsLeft);
			if (!known) return await registerNow();
			if (choice === 'return') return asRegistration(known, contact);
			return alreadyRegistered({ lead_id: known.lead_id ?? null });
		});
	const attempt = choice === 'register' ? registerNow : lookUpFirst;
	const again = (first: IDataObject) =>
		choice === 'skip' ? alreadyRegistered() : { ...first, existing: true };
	// Waits for an earlier item with the same contact, and registers only if that one failed.
	const contactKey = `${choice} ${choice === 'register' ? sessionKey(service, contact) : key}`;
	const earlier = registrations.get(contactKey);
	const output = earlier ? earlier.then(again, attempt) : attempt();
	registrations.set(contactKey, output);
	return await output;
}

export function skipped(reason: SkipReason, about: IDataObject): IDataObject {
	return { skipped: true, reason, ...about };
}
