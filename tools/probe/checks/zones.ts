import { DateTime } from 'luxon';

import { ownZoneNamed } from '../../../nodes/WebinarAccount/webinars/dates';
import {
	datedSessions,
	type Evidence,
	type Exchange,
	isSuccess,
	type SeenSession,
	textOf,
} from '../evidence';
import { type Check, every, shapeOf } from '../finding';

/** The offset between the two zones that the probe passes, GMT-5 and GMT+4:30. */
const APART = { hours: 9, minutes: 30 };

interface ZoneReading {
	timezone: string;
	sessions: { without: string[]; west: string[]; east: string[] };
	/** What another zone does to the dates. */
	change: 'none' | 'shift' | 'other';
	/** Whether the webinar is meant to follow the zone that is passed, by its name or by the shift. */
	follows: boolean;
}

/** Time zones: the details of automated webinars, read without and with two zones. */
export const zones = {
	'zone-name': (evidence) => {
		const fixed = readings(evidence).filter(({ follows, timezone }) => !follows && isOwnZone(timezone));
		const live = evidence.details().filter(({ product }) => product === 'live');
		const names = [
			...live.map(({ webinar }) => textOf(webinar.timezone)),
			...fixed.map(({ timezone }) => timezone),
		];
		return every(names, isOwnZone);
	},
	'zone-follows': (evidence) => {
		const [following, ...others] = readings(evidence).filter(({ follows }) => follows);
		if (!following) return undefined;
		const shown = [following, ...others].find(({ timezone }) => isOwnZone(timezone)) ?? following;
		return {
			holds: shown === following && !isOwnZone(shown.timezone),
			seen: `shows ${shapeOf(shown.timezone)}`,
		};
	},
	'zone-est': (evidence) =>
		every(
			readings(evidence).filter(({ follows }) => follows),
			({ sessions }) => String(sessions.without) === String(sessions.west),
			'other dates than with GMT-5',
		),
	'zone-shifts': (evidence) =>
		every(
			readings(evidence).filter(({ timezone, follows }) => follows || !isOwnZone(timezone)),
			({ change }) => change !== 'other',
			'dates that moved by another time',
		),
	'zone-instant': (evidence) =>
		every(
			readings(evidence).filter(({ follows, change }) => follows && change !== 'other'),
			({ change }) => change === 'shift',
			'the same local time in each zone',
		),
	'zone-form': (evidence) => every(evidence.of('detailWest', 'detailEast'), isSuccess, rejectedZone),
	'zone-near': (evidence) => every(evidence.of('detailNear'), isSuccess, rejectedZone),
	'zone-ignored': (evidence) =>
		every(
			readings(evidence).filter(({ timezone, follows }) => isOwnZone(timezone) && !follows),
			({ change }) => change === 'none',
			'other dates with a timezone',
		),
} satisfies Record<string, Check>;

function readings(evidence: Evidence): ZoneReading[] {
	return evidence.details().flatMap(({ product, parameters, webinar }) => {
		const inZone = (step: 'detailWest' | 'detailEast') =>
			evidence
				.details(step)
				.find((other) => other.product === product && other.parameters.webinar_id === parameters.webinar_id)
				?.webinar;
		const west = inZone('detailWest');
		const east = inZone('detailEast');
		if (!west || !east) return [];
		const dates = [webinar, west, east].map(datedSessions);
		const [without = [], inWest = [], inEast = []] = dates.map((sessions) => sessions.map(nameOf));
		if (inWest.length === 0 || inEast.length === 0) return [];
		const timezone = textOf(webinar.timezone);
		const moved = (dates[1] ?? []).map((session) => nameOf({ ...session, date: later(session.date) }));
		// A session that is over in one zone may be missing in the other.
		const [same, shifted] = [inWest, moved].map(
			(dates) => dates.filter((each) => inEast.includes(each)).length,
		);
		const change = same === shifted ? 'other' : Number(same) > Number(shifted) ? 'none' : 'shift';
		const follows = change === 'shift' || !isOwnZone(timezone);
		return [{ timezone, sessions: { without, west: inWest, east: inEast }, change, follows }];
	});
}

const rejectedZone = ({ status, parameters }: Exchange) => `${status} for ${parameters.timezone}`;

const isOwnZone = (name: string) => ownZoneNamed(name) !== undefined;

const nameOf = ({ schedule, date }: SeenSession) => `${schedule}|${date}`;

function later(date: string): string {
	return DateTime.fromSQL(date, { zone: 'utc' }).plus(APART).toFormat('yyyy-MM-dd HH:mm');
}
