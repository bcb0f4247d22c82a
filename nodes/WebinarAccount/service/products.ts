export type ProductName = 'live' | 'automated';

/** One of the two products of the service ("Conventions"). All their differences are members here. */
export interface Product {
	/** Value of the node's `resource` parameter. */
	name: ProductName;
	displayName: string;
	/** For narrow places. */
	shortName: string;
	/** The product's webinar in a sentence, without and with the article. */
	noun: string;
	aNoun: string;
	vendorPath: string;
	/** Whether detail and registration take a `timezone`. */
	takesTimezone: boolean;
	/** Whether registration takes a `date`, which selects one session of a schedule. */
	takesDate: boolean;
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
		takesDate: false,
	},
	automated: {
		name: 'automated',
		displayName: 'Automated Webinar (EverWebinar)',
		shortName: 'EverWebinar',
		noun: 'automated webinar',
		aNoun: 'an automated webinar',
		vendorPath: 'everwebinar',
		takesTimezone: true,
		takesDate: true,
	},
};
