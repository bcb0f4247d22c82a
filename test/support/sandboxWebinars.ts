/** The sandbox's webinars by what is special about them: see docs/testing.md. */
export const live = {
	oneSession: 1,
	series: 2,
	alwaysOn: 3,
	rightNow: 4,
	phoneRequired: 5,
	paid: 6,
	noSession: 7,
	customFields: 8,
	doubleOptIn: 9,
} as const;

export const automated = {
	everyKind: 101,
	attendeeZone: 102,
	rightNow: 103,
	weekdays: 104,
	quarterHourZone: 105,
	noSession: 106,
	specialCharacters: 107,
	attendeeLocalTime: 108,
	undatedOnly: 109,
} as const;
