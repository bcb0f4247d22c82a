import { UserError } from '../cli/failure';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { customFieldsOf } from '../../nodes/WebinarAccount/webinars/customFields';
import { Caller, type CallerOptions } from './caller';
import {
	datedSessions,
	Evidence,
	isSuccess,
	IN_ROOM,
	listIn,
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
const NO_WEBINAR = '999999999';
const WEST = 'GMT-5';
/** The last ones are around the zone that may have no sign. */
const ZONES = [
	['detailWest', WEST],
	['detailEast', 'GMT+4:30'],
	['detailNear', 'GMT+0'],
	['detailNear', 'GMT+1'],
] as const;
/** The numbers of the filters are documented, but not what they do. */
const FILTERS = [
	['attended', { attended_live: '1' }],
	['missed', { attended_live: '2' }],
	['leftBefore', { attended_live: '3', attended_live_timestamp: String(IN_ROOM) }],
	['leftAfter', { attended_live: '4', attended_live_timestamp: String(IN_ROOM) }],
	['lastDays', { date_range: '8' }],
] as const;

/** What the probe would call, one line for each kind of call. */
export function planned({ products, webinar, ...options }: Plan): string[] {
	const given = { ...options, automated: products.includes('automated') };
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
		const isChosen = (id: string, place: number) =>
			plan.webinar === undefined ? place < WEBINARS_PER_PRODUCT : id === plan.webinar;
		const chosen = ids.filter(isChosen);
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
		for (const [step, timezone] of ZONES) await caller.call(step, product, { webinar_id, timezone });
	}
	const page = await caller.call('registrants', product, { webinar_id, page: '1' });
	if (Number(pageOf(page).last_page) > 1) {
		await caller.call('registrantsNext', product, { webinar_id, page: '2' });
	}
	const [session] = listIn(record(record(detail.body).webinar).schedules).map(record);
	const schedule_id = textOf(session?.schedule);
	if (schedule_id) await caller.call('registrantsOfSchedule', product, { webinar_id, schedule_id });
	for (const [step, filter] of FILTERS) await caller.call(step, product, { webinar_id, ...filter });
}

/** Registers and unsubscribes one person, for the first dated session of the only webinar that was read. */
async function registerPerson(caller: Caller, email: string): Promise<void> {
	const evidence = new Evidence(caller.exchanges, Date.now());
	const [detail, other] = evidence.details();
	if (!detail || other) {
		throw new UserError('both products have this webinar: add --product live or --product automated.');
	}
	const { product, parameters, webinar } = detail;
	const { webinar_id = '' } = parameters;
	const [west = detail] = evidence.details('detailWest');
	const [session] = datedSessions(west.webinar);
	if (!session) throw new UserError(`webinar ${webinar_id} has no session with a date to register for.`);
	const person: Record<string, string> = {
		webinar_id,
		email,
		first_name: 'Probe',
		last_name: 'Probe',
		schedule: session.schedule,
		...(product === 'automated' && { timezone: WEST }),
	};
	for (const { label, options } of customFieldsOf(webinar)) person[label] = options[0]?.id ?? 'Probe';
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
