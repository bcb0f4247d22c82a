import { invalidSelection, missingFields, type FieldErrors, given } from './validation';
import type { Parameters } from './types';

/** Some of the service's countries. How it spells their names is unknown. */
const countries = ['France', 'Germany', 'India', 'Nepal', 'Spain', 'United Kingdom', 'United States'];
const COUNTRY_WITH_STATES = 'United States';

const states = ['California', 'New York', 'Texas'];
const STATE_WITH_TIMEZONE_ID = 'Texas';

/** 2 is Mountain, 3 is Central (service: D). */
const TIMEZONE_IDS = ['2', '3'];

/** Returns the country and the state of a registration, or null if it has none. */
export function placesIn(parameters: Parameters) {
	return {
		country: findPlace(countries, given(parameters, 'country')) ?? null,
		state: findPlace(states, given(parameters, 'state')) ?? null,
	};
}

/** Checks the country, the state and the time zone ID of a registration. */
export function placeErrors(parameters: Parameters): FieldErrors {
	const { country, state } = placesIn(parameters);
	const timezoneId = given(parameters, 'timezone_id');
	const isKnownState = state !== null && country?.name === COUNTRY_WITH_STATES;
	return {
		...(given(parameters, 'country') && !country && invalidSelection('country')),
		...(given(parameters, 'state') && !isKnownState && invalidSelection('state')),
		...(state?.name === STATE_WITH_TIMEZONE_ID && missingFields(parameters, ['timezone_id'])),
		...(timezoneId && !TIMEZONE_IDS.includes(timezoneId) && invalidSelection('timezone_id')),
	};
}

/** Returns the list of countries. The form of the service's list is unknown. */
export function listCountries() {
	return withIds(countries).map((country) => ({
		...country,
		states: country.name === COUNTRY_WITH_STATES ? withIds(states) : [],
	}));
}

/** Finds a place by ID or by name, because it is unknown which of them the service takes. */
function findPlace(names: readonly string[], wanted: string | undefined) {
	return withIds(names).find(({ id, name }) => String(id) === wanted || name === wanted);
}

function withIds(names: readonly string[]) {
	return names.map((name, index) => ({ id: index + 1, name }));
}
