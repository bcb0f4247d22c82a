/** The service's list has more; how it spells them is not documented. */
const countries = ['France', 'Germany', 'India', 'Nepal', 'Spain', 'United Kingdom', 'United States'];

const states = ['California', 'New York', 'Texas'];

/** Whether a registration may have this country, or none. */
export function isCountry(name: string | undefined): boolean {
	return name === undefined || countries.includes(name);
}

/** The list, whose shape is not documented. */
export function listCountries() {
	return countries.map((name, index) => ({
		id: index + 1,
		name,
		states: name === 'United States' ? states.map((state, place) => ({ id: place + 1, name: state })) : [],
	}));
}
