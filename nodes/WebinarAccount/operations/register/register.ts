import { ServiceError } from '../../service/errors';
import { noteAttempt, registerPerson, registrationKey } from '../../service/registration';
import { startInUtc } from '../../service/registrationAnswer';
import { namesSchedule, type SessionChoice } from '../../service/sessions/choice';
import { type Booking, findSession } from '../../service/sessions/find';
import { isSeries } from '../../service/sessions/kinds';
import { email, firstName } from '../contactFields';
import { bookedSchedule, schedule, timezone, webinarId } from '../fields';
import type { Operation, OperationContext } from '../operation';
import { additionalFields, ifAlreadyRegistered, options } from './fields';
import { consentInput, readRegisterInput } from './input';
import { registerOnce, skipped } from './once';

export const register: Operation = {
	value: 'register',
	name: 'Register',
	description: 'Register a person for a session and get their room links',
	action: ({ aNoun }) => `Register a person for ${aNoun}`,
	fields: [webinarId, timezone, ...bookedSchedule, firstName, email, additionalFields, options],
	sessionList: { next: true, described: true, books: true, dates: true },

	async execute(context) {
		const { product, webinars, service } = context;
		const consent = context.input(consentInput);
		if (!consent.options.attendeeConsent) return [skipped('no consent', { email: consent.email })];
		const { email, person, ...input } = readRegisterInput(context);
		const booking = await findSession(webinars, { product, ...input });
		const { reading } = booking;
		noticeOf(context, input.choice, booking);

		const contact = { product, booking, email };
		const choice = input.ifAlreadyRegistered;
		const registration = await registerOnce(context, contact, choice, async () => {
			noteAttempt(registrationKey(service, contact));
			const user = await registerPerson(service, product, booking, person).catch((error: unknown) => {
				if (isAboutSession(error)) webinars.forget(product, reading);
				throw error;
			});
			context.changed(ADVICE[choice] ?? '');
			return user;
		});
		if (registration.skipped === true) return [registration];
		const { date, timezone: zone } = registration;
		return [
			{
				...registration,
				...(input.addWebinarTitle && { webinar_title: reading.webinar.title ?? null }),
				...(input.addStartTimes &&
					typeof date === 'string' && { starts_at: startInUtc({ date, timezone: zone }, booking) }),
			},
		];
	},
};

/** Advice before the items are run again, by the choice of If Already Registered. */
const ADVICE: Readonly<Record<string, string>> = {
	register: `Set ${ifAlreadyRegistered.displayName} to Skip under Options before you run the items again, to avoid duplicates.`,
	return: 'Run the items again: nobody is registered twice.',
	skip: 'Run the items again: people who are already registered are skipped.',
};

/** Whether the service may have rejected the session, and not the person's data. */
function isAboutSession(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const about = ['webinar_id', 'schedule', 'date', 'timezone', undefined];
	const isWithoutReason = error.problems.length === 0;
	return isWithoutReason || error.problems.some(({ parameter }) => about.includes(parameter));
}

function noticeOf(
	{ product, notice }: OperationContext,
	choice: SessionChoice,
	{ reading, session }: Booking,
) {
	const { webinar } = reading;
	// A registration without a date is for the whole series.
	if (!product.takesDate && !namesSchedule(choice) && isSeries(session, webinar)) {
		notice(
			`Webinar ${webinar.webinar_id} is a series: people are registered for all following sessions, not only for the one in ${schedule.displayName}.`,
		);
	}
	if (choice.kind === 'next' && reading.isZoneGuessed) {
		notice(
			`Webinar ${webinar.webinar_id} has no time zone. Its next session was chosen as if all dates were in EST (GMT-5).`,
		);
	}
}
