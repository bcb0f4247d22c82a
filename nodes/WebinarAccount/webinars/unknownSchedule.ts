import { InputError } from '../service/errors';

/** Makes the error for a schedule to watch or to filter by. The service returns an empty list for an unknown one. */
export function unknownSchedule(schedule: number): InputError {
	return new InputError(
		`The webinar has no schedule with the ID ${schedule}`,
		`${schedule} may be the session number in the webinar's dashboard, or the schedule ID of another webinar. Choose the session from the list.`,
	);
}
