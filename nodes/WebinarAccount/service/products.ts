export type ProductName = 'live' | 'automated';

/** One of the two products of the service ("Conventions"), with everything in which they differ. */
export interface Product {
	/** The value of the node's `resource` parameter. */
	name: ProductName;
	displayName: string;
	/** For the subtitle under the node's name, which has little space. */
	shortName: string;
	/** The name of the product's webinars inside a sentence. */
	noun: string;
	aNoun: string;
	vendorPath: string;
	/** Whether detail and registration take a `timezone`. */
	takesTimezone: boolean;
	/** Whether `register` takes a `date`, which selects one session of a schedule ("Registration rules", 2). */
	registersOneDate: boolean;
	/** Whether one registration covers all following sessions of a series ("Registration rules", 1). */
	registersWholeSeries: boolean;
	/** Whether a session with a past date can be booked. Such a date may be that of a replay. */
	offersPastDates: boolean;
	/** Whether the list has no schedules for a right-now webinar ("Webinar list item"). */
	listsRightNowWithoutSchedules: boolean;
}

export const products: Readonly<Record<ProductName, Product>> = {
	live: {
		name: 'live',
		displayName: 'Live Webinar (WebinarJam)',
		shortName: 'WebinarJam',
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
		shortName: 'EverWebinar',
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
