import { InputError } from '../service/errors';

/**
 * Creates the error for a chosen schedule ID that the webinar does not have. The registrant list does not reveal this,
 * because the service returns an empty list for an unknown schedule ID.
 */
export function unknownSchedule(schedule: number): InputError {
	return new InputError(
		`The webinar has no schedule with the ID ${schedule}`,
		`${schedule} might be a session number from the webinar's dashboard, or the schedule ID of a different webinar. Choose the session from the list.`,
	);
}
