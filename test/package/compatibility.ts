import { isDeepStrictEqual } from 'node:util';

import type { Surface } from './surface';

/** Members of a parameter that say what is not possible: to lose one is no loss, to get one is. */
const RESTRICTIONS = ['required', 'noDataExpression', 'shownFor'];

/**
 * What people's saved workflows lose between two versions of the package: every name, value, mode and default that
 * disappeared or changed, in words. What was added is no loss.
 */
export function losses(before: Surface, now: Surface): string[] {
	return lossesIn(before, now, []);
}

function lossesIn(before: unknown, now: unknown, path: string[]): string[] {
	const place = path.join(' › ');
	if (now === undefined) return [`${place} is gone`];
	if (Array.isArray(before) && Array.isArray(now)) {
		return before
			.filter((one) => !now.some((other) => isDeepStrictEqual(one, other)))
			.map((one) => `${place} › ${JSON.stringify(one)} is gone`);
	}
	if (path.at(-1) !== 'default' && isRecord(before) && isRecord(now)) {
		const kept = Object.entries(before).filter(([name]) => !RESTRICTIONS.includes(name));
		return [
			...kept.flatMap(([name, value]) => lossesIn(value, now[name], [...path, name])),
			...RESTRICTIONS.filter((name) => isNarrower(before[name], now[name])).map((name) =>
				changed(`${place} › ${name}`, before[name], now[name]),
			),
		];
	}
	return isDeepStrictEqual(before, now) ? [] : [changed(place, before, now)];
}

/** Whether a restriction is new, or leaves less: one more condition, or one value fewer in a condition. */
function isNarrower(before: unknown, now: unknown): boolean {
	if (now === undefined) return false;
	if (!isRecord(before) || !isRecord(now)) return !isDeepStrictEqual(before, now);
	return Object.entries(now).some(([name, values]) => {
		const shown = before[name];
		return !Array.isArray(shown) || !Array.isArray(values) || shown.some((one) => !values.includes(one));
	});
}

function changed(place: string, before: unknown, now: unknown): string {
	return `${place} was ${JSON.stringify(before) ?? 'absent'}, is ${JSON.stringify(now)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
