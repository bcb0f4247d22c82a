/** The sandbox's webinars, named after what is special about them: see docs/developers/testing.md. */
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
	pastDates: 10,
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
	justInTimeOnly: 110,
} as const;

/** The first session of the series with all fields of the node's output, in their order. */
export const seriesSession = (sandboxUrl: string, minutes_until_start: number) => ({
	name: 'Growth Series',
	title: 'Three evenings on growth',
	date: '2026-03-03 18:00',
	date_text: 'Tue, 3 Mar 2026, 18:00 (London)',
	timezone: 'Europe/London',
	starts_at: '2026-03-03T18:00:00Z',
	minutes_until_start,
	comment: expect.stringContaining('Tue, 3 Mar 2026') as string,
	type: 'Series of presentations',
	registration_url: `${sandboxUrl}/register/2/gxs2718`,
	direct_live_room_url: `${sandboxUrl}/go/live/2/gxs2718ab12`,
	direct_replay_room_url: `${sandboxUrl}/go/replay/2/gxs2718ab12`,
	webinar_id: live.series,
	webinar_hash: 'gxs2718',
	schedule: 21,
});
