/**
 * One of the two products of the service ("Conventions" and "Parameters of the register operations" in the service's
 * interface). All their differences are fields here.
 */
export interface Product {
	/** Value of the node's `resource` parameter. */
	name: ProductName;
	displayName: string;
	/** For narrow places. */
	shortName: string;
	/** The product's webinar in a sentence, without and with the article. */
	noun: string;
	aNoun: string;
	/** The product's path segment on the vendor's own host. */
	vendorPath: string;
	/** Whether detail and registration take a `timezone`. */
	takesTimezone: boolean;
	/** Whether registration takes a `date`, which selects one session of a schedule. */
	takesDate: boolean;
}

export type ProductName = 'live' | 'automated';

export const products: Readonly<Record<ProductName, Product>> = {
	live: {
		name: 'live',
		displayName: 'Live Webinar',
		shortName: 'Live',
		noun: 'live webinar',
		aNoun: 'a live webinar',
		vendorPath: 'webinarjam',
		takesTimezone: false,
		takesDate: false,
	},
	automated: {
		name: 'automated',
		displayName: 'Automated Webinar',
		shortName: 'Automated',
		noun: 'automated webinar',
		aNoun: 'an automated webinar',
		vendorPath: 'everwebinar',
		takesTimezone: true,
		takesDate: true,
	},
};
