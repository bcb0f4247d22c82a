import { invalidSelection, missingFields, type FieldErrors, given } from './validation';
import type { Parameters } from './types';

/** The service's list has more; how it spells them is not documented. */
const countries = ['France', 'Germany', 'India', 'Nepal', 'Spain', 'United Kingdom', 'United States'];

/** Of the United States. */
const states = ['California', 'New York', 'Texas'];

/** Mountain and Central, which Texas is divided into. */
const TIMEZONE_IDS = ['2', '3'];

const placesOf = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));

/** By ID or name, because the service does not document which. */
const find = (names: readonly string[], wanted: string | undefined) =>
	placesOf(names).find(({ id, name }) => String(id) === wanted || name === wanted);

/** The country and state of a registration; null where there is none. */
export function placesIn(parameters: Parameters) {
	return {
		country: find(countries, given(parameters, 'country')) ?? null,
		state: find(states, given(parameters, 'state')) ?? null,
	};
}

export function placeErrors(parameters: Parameters): FieldErrors {
	const { country, state } = placesIn(parameters);
	const [zone, isOfOtherCountry] = [given(parameters, 'timezone_id'), country?.name !== 'United States'];
	return {
		...(given(parameters, 'country') && !country && invalidSelection('country')),
		...(given(parameters, 'state') && (!state || isOfOtherCountry) && invalidSelection('state')),
		...(state?.name === 'Texas' && missingFields(parameters, ['timezone_id'])),
		...(zone && !TIMEZONE_IDS.includes(zone) && invalidSelection('timezone_id')),
	};
}

/** The list, whose shape is not documented. */
export const listCountries = () =>
	placesOf(countries).map((country) => ({
		...country,
		states: country.name === 'United States' ? placesOf(states) : [],
	}));
