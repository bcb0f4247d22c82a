import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../tools/engine/parameters';
import type { CallTarget } from '../../sandbox';
import { type Attempt, contact, runItems, type Stage, watch } from './stage';
import type { CallName } from './words';

/** Something a user does with the package, in which one call is spoiled. */
export interface Operation {
	name: string;
	/** The spoiled call, in the middle of the items where there are several. */
	spoiled: CallTarget & { operation: CallName };
	/** The call that fails when the host itself is gone. */
	first: CallName;
	/** The item that the spoiled call belongs to, or all where they share it. */
	victim: number | 'all';
	begin?: (stage: Stage) => void;
	attempt: (stage: Stage) => Promise<Attempt>;
	/** Whether it makes its call once, whatever becomes of it, unless it is throttled. */
	isOnce?: true;
	/** How often the service did what the spoiled call asks for; absent of reads. */
	done?: (stage: Stage) => number;
}

const VICTIM = 2;
const webinars = [1, VICTIM, 3];

const person: IDataObject = {
	firstName: contact.name,
	email: `=${contact.mailbox}.{{ $json.webinarId }}@example.com`,
	additionalFields: { lastName: 'Q.', phone: `+44 ${contact.phone}` },
};

/** One item for each of the three webinars. */
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

/** The call that is spoiled, of the second of three items. */
const ofItem = (operation: CallName) => ({
	spoiled: { operation, webinarId: VICTIM },
	first: operation,
	victim: 1,
});
/** The same of something that has no items. */
const alone = (operation: CallName) => ({ ...ofItem(operation), victim: 0 });
/** The list of webinars, which is read once for all. */
const ofList = (victim: Operation['victim']) => ({
	spoiled: { operation: 'webinars' } as const,
	first: 'webinars' as const,
	victim,
});
const ofVictim = ({ sandbox }: Stage) =>
	sandbox.registrations.filter(({ webinarId }) => webinarId === VICTIM);

/** Another execution whose calls take a while, of which none is ever spoiled. */
export function busyElsewhere({ credential, ...stage }: Stage): Promise<Attempt> {
	const parameters = { resource: 'live', operation: 'getRegistrants', webinarId: byId(3), simplify: false };
	const items = Array.from({ length: 12 }, () => ({}));
	return runItems({ ...stage, credential: { ...credential, callsPerSecond: 1 } }, parameters, items);
}

const victim = { resource: 'live', webinarId: byId(VICTIM) };
const list = (method: string) => (stage: Stage) =>
	watch(() => stage.engine.list(method, { ...victim, operation: 'register' }, stage.credential));

/** In the order of the table's columns. */
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
			return { told: [status === 'OK' ? undefined : message], outputs: [], hints: [], all: message };
		},
	},
];
