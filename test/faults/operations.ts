import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../tools/engine/parameters';
import type { CallTarget } from '../../sandbox';
import { type Attempt, contact, runItems, type Stage, watch } from './stage';
import type { RequestName } from './words';

/** An operation of the package, of which one request meets the fault. */
export interface Operation {
	name: string;
	/** Selects the requests that meet the fault. With several items, they belong to the second one. */
	spoiled: CallTarget & { operation: RequestName };
	/** The request that fails if the host itself is unreachable. */
	first: RequestName;
	/** The index of the item with the fault, or all items if they share the request. */
	victim: number | 'all';
	begin?: (stage: Stage) => void;
	attempt: (stage: Stage) => Promise<Attempt>;
	/** Whether the request is repeated only after a 429. */
	isOnce?: true;
	/** Counts how often the service performed the write. Absent for a read. */
	done?: (stage: Stage) => number;
}

const VICTIM = 2;
const webinars = [1, VICTIM, 3];

const person: IDataObject = {
	firstName: contact.name,
	email: `=${contact.mailbox}.{{ $json.webinarId }}@example.com`,
	additionalFields: { lastName: 'Q.', phone: `+44 ${contact.phone}` },
};

/** Runs an operation on one item for each of the three webinars. */
const onWebinars = (parameters: INodeParameters) => (stage: Stage) => {
	const leadOf = (id: number) => stage.sandbox.registrants.find((one) => one.webinarId === id)?.leadId ?? 0;
	const items = webinars.map((webinarId) => ({ webinarId, leadId: leadOf(webinarId) }));
	return runItems(
		stage,
		{ resource: 'live', webinarId: byId('={{ $json.webinarId }}'), ...parameters },
		items,
	);
};

function addPeople({ sandbox }: Stage): void {
	for (const webinarId of webinars) {
		const names = ['a', 'b'].map((name) => `${contact.mailbox}.${name}@example.com`);
		sandbox.addRegistrants(
			{ product: 'live', webinarId },
			names.map((email) => ({ firstName: contact.name, email })),
		);
	}
}

/** The fault affects the request of the second of three items. */
const ofItem = (operation: RequestName) => ({
	spoiled: { operation, webinarId: VICTIM },
	first: operation,
	victim: 1,
});
/** The fault affects a request of an operation without items. */
const alone = (operation: RequestName) => ({ ...ofItem(operation), victim: 0 });
/** The fault affects the webinar list, which is read once for all items. */
const ofList = (victim: Operation['victim']) => ({
	spoiled: { operation: 'webinars' } as const,
	first: 'webinars' as const,
	victim,
});
const ofVictim = ({ sandbox }: Stage) =>
	sandbox.registrations.filter(({ webinarId }) => webinarId === VICTIM);

/** Runs another execution for a few seconds, whose requests never meet a fault. */
export function busyElsewhere({ credential, ...stage }: Stage): Promise<Attempt> {
	const parameters = { resource: 'live', operation: 'getRegistrants', webinarId: byId(3), simplify: false };
	const items = Array.from({ length: 12 }, () => ({}));
	return runItems({ ...stage, credential: { ...credential, callsPerSecond: 1 } }, parameters, items);
}

const victim = { resource: 'live', webinarId: byId(VICTIM) };
const list = (method: string) => (stage: Stage) =>
	watch(() => stage.engine.list(method, { ...victim, operation: 'register' }, stage.credential));

/** The operations, in the order of the columns in the report. */
export const operations: Operation[] = [
	{ name: 'Get Many', ...ofList('all'), attempt: onWebinars({ operation: 'getAll', returnAll: true }) },
	{ name: 'Get', ...ofItem('webinar'), attempt: onWebinars({ operation: 'get' }) },
	{
		name: 'Get Many Sessions',
		...ofItem('webinar'),
		attempt: onWebinars({ operation: 'getSessions', webinarScope: 'one', returnAll: true }),
	},
	{
		name: 'Create One-Click Link',
		...ofItem('webinar'),
		attempt: onWebinars({ operation: 'createOneClickLink', includeFields: ['lastName'] }),
	},
	{
		name: 'Get Registrants',
		...ofItem('registrants'),
		begin: addPeople,
		attempt: onWebinars({ operation: 'getRegistrants', returnAll: true, simplify: false }),
	},
	{
		name: 'Register',
		...ofItem('register'),
		first: 'webinar',
		attempt: onWebinars({ operation: 'register', ...person }),
		done: (stage) => ofVictim(stage).length,
	},
	{
		name: 'Unsubscribe',
		...ofItem('unsubscribe'),
		begin: addPeople,
		attempt: onWebinars({ operation: 'unsubscribe', unsubscribeBy: 'leadId', leadId: '={{ $json.leadId }}' }),
		done: (stage) => ofVictim(stage).filter(({ subscribed }) => !subscribed).length,
	},
	{ name: 'Webinar list', ...ofList(0), attempt: list('searchWebinars') },
	{ name: 'Session list', ...alone('webinar'), attempt: list('searchSchedules') },
	{
		name: 'Trigger poll',
		...alone('registrants'),
		begin: addPeople,
		attempt: ({ engine, credential }) =>
			watch(() => engine.testTrigger({ parameters: { ...victim, event: 'registrantAdded' }, credential })),
	},
	{
		name: 'Credential Test',
		...ofList(0),
		isOnce: true,
		attempt: async ({ engine, credential }) => {
			const { status, message } = await engine.testCredential(credential);
			return { errors: [status === 'OK' ? undefined : message], outputs: [], hints: [], all: message };
		},
	},
];
