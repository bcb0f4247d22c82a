import type { Check } from '../finding';
import { limit } from './limit';
import { registrants } from './registrants';
import { registration } from './registration';
import { transport } from './transport';
import { webinars } from './webinars';
import { zones } from './zones';

/** The checks of the assumptions in docs/assumptions.yaml that a probe can see, by id. */
export const checks: Readonly<Record<string, Check>> = {
	...transport,
	...limit,
	...webinars,
	...zones,
	...registrants,
	...registration,
};
