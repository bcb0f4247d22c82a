import { DateTime } from 'luxon';

import { DATE_FORMAT, ownZoneNamed } from '../../../nodes/WebinarAccount/webinars/dates';
import { datedSessions, type Evidence, type Exchange, isSuccess, record, textOf } from '../evidence';
import { all, type Check, every, shapeOf } from '../finding';

/** The offset between the two zones that the probe passes, GMT-5 and GMT+4:30. */
const APART = { hours: 9, minutes: 30 };

interface ZoneReading {
	timezone: string;
	/** Whether the dates without a zone are those in GMT-5. */
	isWest: boolean;
	/** What another zone does to the dates. */
	change: 'none' | 'shift' | 'other';
	/** Whether the webinar is meant to follow the zone that is passed, by its name or by the shift. */
	follows: boolean;
}

const isOwnZone = (name: string) => ownZoneNamed(name) !== undefined;
const rejectedZone = ({ status, parameters }: Exchange) => `${status} for ${parameters.timezone}`;

const readingsThat = (isMeant: (reading: ZoneReading) => boolean) => (evidence: Evidence) =>
	readings(evidence).filter(isMeant);

/** Time zones: the details of automated webinars, read without and with two zones. */
export const zones = {
	'zone-name': every((evidence) => {
		const live = evidence.details().filter(({ product }) => product === 'live');
		const fixed = readings(evidence).filter(({ follows }) => !follows);
		return [...live.map(({ webinar }) => textOf(webinar.timezone)), ...fixed.map(({ timezone }) => timezone)];
	}, isOwnZone),
	'zone-follows': every(
		readingsThat(({ follows }) => follows),
		({ timezone }) => !isOwnZone(timezone),
		({ timezone }) => `shows ${shapeOf(timezone)}`,
	),
	'zone-est': every(
		readingsThat(({ follows }) => follows),
		({ isWest }) => isWest,
		'other dates than with GMT-5',
	),
	'zone-shifts': every(
		readingsThat(({ follows }) => follows),
		({ change }) => change !== 'other',
		'dates that moved by another time',
	),
	'zone-instant': every(
		readingsThat(({ follows, change }) => follows && change !== 'other'),
		({ change }) => change === 'shift',
		'the same local time in each zone',
	),
	'zone-form': every(all('detailWest', 'detailEast'), isSuccess, rejectedZone),
	'zone-near': every(all('detailNear'), isSuccess, rejectedZone),
	'zone-ignored': every(
		readingsThat(({ follows }) => !follows),
		({ change }) => change === 'none',
		'other dates with a timezone',
	),
} satisfies Record<string, Check>;

function readings(evidence: Evidence): ZoneReading[] {
	return evidence.details().flatMap((detail) => {
		const { webinar } = detail;
		const sessionsIn = (step: 'detailWest' | 'detailEast') => {
			const [same] = evidence.beside(detail, step);
			return datedSessions(record(record(same?.body).webinar));
		};
		const west = sessionsIn('detailWest');
		const east = sessionsIn('detailEast').map(nameOf);
		if (west.length === 0 || east.length === 0) return [];
		const isWest = String(datedSessions(webinar).map(nameOf)) === String(west.map(nameOf));
		// A session that is over in one zone may be missing in the other.
		const same = west.filter((session) => east.includes(nameOf(session))).length;
		const shifted = west.filter((session) => east.includes(nameOf(later(session)))).length;
		const moved = same > shifted ? 'none' : 'shift';
		const change = same === shifted ? 'other' : moved;
		const timezone = textOf(webinar.timezone);
		return { timezone, isWest, change, follows: change === 'shift' || !isOwnZone(timezone) };
	});
}

type Session = ReturnType<typeof datedSessions>[number];

const nameOf = ({ schedule, date }: Session) => `${schedule}|${date}`;

const later = ({ date, ...session }: Session) => ({
	...session,
	date: DateTime.fromSQL(date, { zone: 'utc' }).plus(APART).toFormat(DATE_FORMAT),
});
