import { UserError } from '../cli/failure';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { customFieldsOf } from '../../nodes/WebinarAccount/webinars/customFields';
import { Caller, type CallerOptions } from './caller';
import {
	datedSessions,
	Evidence,
	isSuccess,
	listIn,
	record,
	rowsIn,
	type Step,
	steps,
	textOf,
} from './evidence';

/** What to probe. */
export interface Plan {
	products: readonly ProductName[];
	/** Absent: the first webinars of each list. */
	webinar?: string | undefined;
	/** Whether to exceed the limit once. */
	limit: boolean;
	/** Whether to read the list of countries. */
	countries?: boolean;
	/** The address to register and unsubscribe; needs a webinar. */
	register?: string | undefined;
}

const WEBINARS_PER_PRODUCT = 3;
const BURST = 25;
/** 30 minutes. */
const IN_ROOM = '1800';
const NO_WEBINAR = '999999999';
const WEST = 'GMT-5';
const EAST = 'GMT+4:30';

/** What the probe would call, one line a call. */
export function planned({ products, webinar, limit, countries = false, register }: Plan): string[] {
	const wanted = (step: Step) => {
		const { needs } = steps[step];
		if (needs === 'limit') return limit;
		if (needs === 'countries') return countries;
		return needs === 'register' ? register !== undefined : true;
	};
	const names = (Object.keys(steps) as Step[]).filter(wanted);
	const which = webinar === undefined ? `the first ${WEBINARS_PER_PRODUCT} webinars` : `webinar ${webinar}`;
	return products.flatMap((product, index) =>
		names
			.filter((step) => !(steps[step].needs === 'zone' && product === 'live'))
			.filter((step) => index === 0 || !isOnce(step))
			.map((step) => {
				const { endpoint, says } = steps[step];
				const isOfNone = endpoint === 'webinars' || endpoint === 'countries' || step === 'unknownWebinar';
				const target = isOfNone ? '' : ` (${which})`;
				return `${product.padEnd(9)}  ${endpoint.padEnd(11)}  ${says}${target}`;
			}),
	);
}

/** Calls that do not depend on the product. */
function isOnce(step: Step): boolean {
	return ['noKey', 'wrongKey'].includes(step) || !['reading', 'zone'].includes(steps[step].needs);
}

/** Makes the calls. Reads only, unless an address to register is given. */
export async function probe(plan: Plan, options: CallerOptions): Promise<Evidence> {
	const caller = new Caller(options);
	const [first = 'live'] = plan.products;
	await caller.call('noKey', first);
	await caller.call('wrongKey', first);
	let found = false;
	for (const product of plan.products) {
		const list = await caller.call('list', product);
		if (list.status === 401) throw new UserError('the service does not accept the key.');
		await caller.call('unknownWebinar', product, { webinar_id: NO_WEBINAR });
		const ids = listIn(record(list.body).webinars).map((item) => textOf(record(item).webinar_id));
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
		await caller.call('countries', first);
		await caller.call('countriesHere', first);
	}
	if (plan.limit) await caller.burst(first, BURST);
	if (plan.register !== undefined) await registerPerson(caller, plan.register);
	return new Evidence(caller.exchanges, Date.now());
}

async function readWebinar(caller: Caller, product: ProductName, webinar_id: string): Promise<void> {
	const detail = await caller.call('detail', product, { webinar_id });
	if (product === 'automated') {
		await caller.call('detailWest', product, { webinar_id, timezone: WEST });
		await caller.call('detailEast', product, { webinar_id, timezone: EAST });
	}
	const page = await caller.call('registrants', product, { webinar_id, page: '1' });
	if (Number(record(record(page.body).registrants).last_page) > 1) {
		await caller.call('registrantsNext', product, { webinar_id, page: '2' });
	}
	const schedule = listIn(record(record(detail.body).webinar).schedules).map((each) =>
		textOf(record(each).schedule),
	)[0];
	if (schedule) await caller.call('registrantsOfSchedule', product, { webinar_id, schedule_id: schedule });
	await readFiltered(caller, product, webinar_id);
}

/** The filters, whose numbers are documented, but not what they do. */
async function readFiltered(caller: Caller, product: ProductName, webinar_id: string): Promise<void> {
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
	const details = evidence.details();
	if (details.length !== 1) {
		throw new UserError(
			'both products have a webinar with this ID: add --product live or --product automated.',
		);
	}
	for (const { product, parameters, webinar } of details) {
		const { webinar_id = '' } = parameters;
		const [west] = evidence.details('detailWest');
		const [session] = datedSessions(west?.webinar ?? webinar);
		if (!session) throw new UserError(`webinar ${webinar_id} has no session with a date to register for.`);
		const person = {
			webinar_id,
			first_name: 'Probe',
			last_name: 'Probe',
			email,
			schedule: session.schedule,
			...(product === 'automated' && { timezone: WEST }),
			...Object.fromEntries(
				customFieldsOf(webinar).map(({ label, options: [option] }) => [label, option?.id ?? 'Probe']),
			),
		};
		const dated = { ...person, ...(product === 'automated' && { date: session.date }) };
		const answer = await caller.call('register', product, dated);
		if (!isSuccess(answer)) return;
		await caller.call('registerAgain', product, dated);
		if (product === 'automated') await caller.call('registerWhole', product, person);
		const search = { webinar_id, search: email };
		const found = await caller.call('search', product, search);
		const own = rowsIn(found.body).filter((row) => textOf(row.email).toLowerCase() === email.toLowerCase());
		const leads = new Set(own.map(({ lead_id }) => textOf(lead_id)).filter(Boolean));
		for (const lead_id of leads) await caller.call('unsubscribe', product, { webinar_id, lead_id });
		if (leads.size > 0) await caller.call('searchAfter', product, search);
	}
}
