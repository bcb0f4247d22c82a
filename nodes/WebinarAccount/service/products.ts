export type ProductName = 'live' | 'automated';

/** WebinarJam or EverWebinar, with all properties in which the two products differ. */
export interface Product {
	/** The value of the node's `resource` parameter. */
	name: ProductName;
	displayName: string;
	/** What the product's webinars are called within a sentence. */
	noun: string;
	/** The noun with its article. */
	aNoun: string;
	/** The product's path in the vendor's API, between the host and the endpoint. */
	vendorPath: string;
	/** Whether requests for a webinar and registrations take the attendee's time zone as `timezone`. */
	takesTimezone: boolean;
	/** Whether a registration takes a `date`, which selects one session of a schedule. */
	registersOneDate: boolean;
	/** Whether one registration covers all following sessions of a series. */
	registersWholeSeries: boolean;
	/** Whether a session with a past date can be booked. In an automated webinar, it may be a replay. */
	offersPastDates: boolean;
	/** Whether a webinar of the type "Right now" has no schedules in the webinar list. */
	listsRightNowWithoutSchedules: boolean;
}

export const products: Readonly<Record<ProductName, Product>> = {
	live: {
		name: 'live',
		displayName: 'Live Webinar (WebinarJam)',
		noun: 'live webinar',
		aNoun: 'a live webinar',
		vendorPath: 'webinarjam',
		takesTimezone: false,
		registersOneDate: false,
		registersWholeSeries: true,
		offersPastDates: false,
		listsRightNowWithoutSchedules: false,
	},
	automated: {
		name: 'automated',
		displayName: 'Automated Webinar (EverWebinar)',
		noun: 'automated webinar',
		aNoun: 'an automated webinar',
		vendorPath: 'everwebinar',
		takesTimezone: true,
		registersOneDate: true,
		registersWholeSeries: false,
		offersPastDates: true,
		listsRightNowWithoutSchedules: true,
	},
};
