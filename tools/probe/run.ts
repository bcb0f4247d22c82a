import { UserError } from '../cli/failure';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { customFieldsOf } from '../../nodes/WebinarAccount/webinars/customFields';
import { Caller, type CallerOptions } from './caller';
import {
	datedSessions,
	Evidence,
	isSuccess,
	listIn,
	type Need,
	pageOf,
	record,
	rowsOf,
	steps,
	textOf,
	webinarsOf,
} from './evidence';

/** What to probe. */
export interface Plan {
	products: readonly ProductName[];
	/** Absent: the first webinars of each list. */
	webinar?: string | undefined;
	/** Whether to exceed the limit. */
	limit?: boolean;
	/** Whether to read the list of countries, which the live product has. */
	countries?: boolean;
	/** The address to register and unsubscribe; needs a webinar. */
	register?: string | undefined;
}

const WEBINARS_PER_PRODUCT = 3;
/** 30 minutes. */
const IN_ROOM = '1800';
const NO_WEBINAR = '999999999';
const WEST = 'GMT-5';
const EAST = 'GMT+4:30';
/** Zones around the one that may have no sign. */
const NEAR = ['GMT+0', 'GMT+1'];

/** What the probe would call, one line for each kind of call. */
export function planned({ products, webinar, limit, countries, register }: Plan): string[] {
	const given: Readonly<Record<Need, boolean>> = {
		limit: limit === true,
		countries: countries === true,
		register: register !== undefined,
		automated: products.includes('automated'),
	};
	const which = webinar === undefined ? `the first ${WEBINARS_PER_PRODUCT} webinars` : `webinar ${webinar}`;
	return Object.values(steps)
		.filter((step) => !('needs' in step) || given[step.needs])
		.map(({ endpoint, says }) => `${endpoint.padEnd(11)}  ${says}`)
		.concat(`each for ${products.join(' and ')} webinars; what is about one, for ${which}`);
}

/** Makes the calls. Reads only, unless an address to register is given. */
export async function probe(plan: Plan, options: CallerOptions): Promise<Evidence> {
	const caller = new Caller(options);
	const [first = 'live'] = plan.products;
	for (const step of ['noKey', 'wrongKey', 'noEndpoint'] as const) await caller.call(step, first);
	let found = false;
	for (const product of plan.products) {
		const list = await caller.call('list', product);
		if (list.status === 401) throw new UserError('the service does not accept the key.');
		await caller.call('unknownWebinar', product, { webinar_id: NO_WEBINAR });
		const ids = webinarsOf(list).map((item) => textOf(item.webinar_id));
		const chosen =
			plan.webinar === undefined
				? ids.slice(0, WEBINARS_PER_PRODUCT)
				: ids.filter((id) => id === plan.webinar);
		for (const webinar of chosen) await readWebinar(caller, product, webinar);
		found ||= chosen.length > 0;
	}
	if (plan.webinar !== undefined && !found)
		throw new UserError(`there is no webinar ${plan.webinar} in the lists.`);
	if (plan.countries) {
		await caller.call('countries', 'live');
		await caller.call('countriesHere', 'live');
	}
	if (plan.limit) await caller.bursts(first);
	if (plan.register !== undefined) await registerPerson(caller, plan.register);
	return new Evidence(caller.exchanges, Date.now());
}

async function readWebinar(caller: Caller, product: ProductName, webinar_id: string): Promise<void> {
	const detail = await caller.call('detail', product, { webinar_id });
	if (product === 'automated') {
		await caller.call('detailWest', product, { webinar_id, timezone: WEST });
		await caller.call('detailEast', product, { webinar_id, timezone: EAST });
		for (const timezone of NEAR) await caller.call('detailNear', product, { webinar_id, timezone });
	}
	const page = await caller.call('registrants', product, { webinar_id, page: '1' });
	if (Number(pageOf(page).last_page) > 1) {
		await caller.call('registrantsNext', product, { webinar_id, page: '2' });
	}
	const [session] = listIn(record(record(detail.body).webinar).schedules).map(record);
	const schedule_id = textOf(session?.schedule);
	if (schedule_id) await caller.call('registrantsOfSchedule', product, { webinar_id, schedule_id });
	// The numbers of the filters are documented, but not what they do.
	const timestamp = { attended_live_timestamp: IN_ROOM };
	await caller.call('attended', product, { webinar_id, attended_live: '1' });
	await caller.call('missed', product, { webinar_id, attended_live: '2' });
	await caller.call('leftBefore', product, { webinar_id, attended_live: '3', ...timestamp });
	await caller.call('leftAfter', product, { webinar_id, attended_live: '4', ...timestamp });
	await caller.call('lastDays', product, { webinar_id, date_range: '8' });
}

/** Registers and unsubscribes one person, for the first dated session of the only webinar that was read. */
async function registerPerson(caller: Caller, email: string): Promise<void> {
	const evidence = new Evidence(caller.exchanges, Date.now());
	const [detail, other] = evidence.details();
	if (!detail || other) {
		throw new UserError(
			'both products have a webinar with this ID: add --product live or --product automated.',
		);
	}
	const { product, parameters, webinar } = detail;
	const { webinar_id = '' } = parameters;
	const [west] = evidence.details('detailWest');
	const [session] = datedSessions(west?.webinar ?? webinar);
	if (!session) throw new UserError(`webinar ${webinar_id} has no session with a date to register for.`);
	const answers = customFieldsOf(webinar).map(({ label, options: [option] }) => [
		label,
		option?.id ?? 'Probe',
	]);
	const person = {
		...{ webinar_id, email, first_name: 'Probe', last_name: 'Probe', schedule: session.schedule },
		...(product === 'automated' && { timezone: WEST }),
		...(Object.fromEntries(answers) as Record<string, string>),
	};
	const dated = { ...person, ...(product === 'automated' && { date: session.date }) };
	if (!isSuccess(await caller.call('register', product, dated))) return;
	await caller.call('registerAgain', product, dated);
	if (product === 'automated') await caller.call('registerWhole', product, person);
	const search = { webinar_id, search: email };
	const rows = rowsOf(await caller.call('search', product, search));
	const own = rows.filter((row) => textOf(row.email).toLowerCase() === email.toLowerCase());
	const leads = new Set(own.map(({ lead_id }) => textOf(lead_id)).filter(Boolean));
	for (const lead_id of leads) await caller.call('unsubscribe', product, { webinar_id, lead_id });
	if (leads.size > 0) await caller.call('searchAfter', product, search);
}
