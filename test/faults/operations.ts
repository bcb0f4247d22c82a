import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../tools/engine/parameters';
import type { CallTarget } from '../../sandbox';
import { type Attempt, contact, runItems, type Stage } from './stage';
import { watch } from './watching';
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
	isPoll?: true;
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
const onWebinars = (parameters: INodeParameters) => (stage: Stage) =>
	runItems(
		stage,
		{ resource: 'live', webinarId: byId('={{ $json.webinarId }}'), ...parameters },
		webinars.map((webinarId) => ({ webinarId })),
	);

function addPeople({ sandbox }: Stage): void {
	for (const webinarId of webinars) {
		const names = ['a', 'b'].map((name) => `${contact.mailbox}.${name}@example.com`);
		sandbox.addRegistrants(
			{ product: 'live', webinarId },
			names.map((email) => ({ firstName: contact.name, email })),
		);
	}
}

const spoiledAt = (operation: CallName) => ({ operation, webinarId: VICTIM });
const ofVictim = ({ sandbox }: Stage) => sandbox.registrants.filter(({ webinarId }) => webinarId === VICTIM);

/** Another execution whose calls take a while, of which none is ever spoiled. */
export function busyElsewhere({ credential, ...stage }: Stage): Promise<Attempt> {
	const parameters = { resource: 'live', operation: 'getRegistrants', webinarId: byId(3), simplify: false };
	const items = Array.from({ length: 12 }, () => ({}));
	return runItems({ ...stage, credential: { ...credential, callsPerSecond: 1 } }, parameters, items);
}

/** In the order of the table's columns. */
export const operations: Operation[] = [
	{
		name: 'Get Many',
		spoiled: { operation: 'webinars' },
		first: 'webinars',
		victim: 'all',
		attempt: (stage) =>
			runItems(
				stage,
				{ resource: 'live', operation: 'getAll', returnAll: true },
				webinars.map((webinarId) => ({ webinarId })),
			),
	},
	{
		name: 'Get',
		spoiled: spoiledAt('webinar'),
		first: 'webinar',
		victim: 1,
		attempt: onWebinars({ operation: 'get' }),
	},
	{
		name: 'Create One-Click Link',
		spoiled: spoiledAt('webinar'),
		first: 'webinar',
		victim: 1,
		attempt: onWebinars({ operation: 'createOneClickLink', includeFields: ['lastName'] }),
	},
	{
		name: 'Get Registrants',
		spoiled: spoiledAt('registrants'),
		first: 'registrants',
		victim: 1,
		begin: addPeople,
		attempt: onWebinars({ operation: 'getRegistrants', returnAll: true, simplify: false }),
	},
	{
		name: 'Register',
		spoiled: spoiledAt('register'),
		first: 'webinar',
		victim: 1,
		attempt: onWebinars({ operation: 'register', ...person }),
		done: (stage) => ofVictim(stage).length,
	},
	{
		name: 'Unsubscribe',
		spoiled: spoiledAt('unsubscribe'),
		first: 'unsubscribe',
		victim: 1,
		begin: addPeople,
		attempt: (stage) => {
			const leads = webinars.map(
				(id) => stage.sandbox.registrants.find(({ webinarId }) => webinarId === id)?.leadId ?? 0,
			);
			const parameters = {
				resource: 'live',
				operation: 'unsubscribe',
				webinarId: byId('={{ $json.webinarId }}'),
				unsubscribeBy: 'leadId',
				leadId: '={{ $json.leadId }}',
			};
			const items = webinars.map((webinarId, index) => ({ webinarId, leadId: leads[index] ?? 0 }));
			return runItems(stage, parameters, items);
		},
		done: (stage) => ofVictim(stage).filter(({ subscribed }) => !subscribed).length,
	},
	{
		name: 'Webinar list',
		spoiled: { operation: 'webinars' },
		first: 'webinars',
		victim: 0,
		attempt: (stage) =>
			watch(() => stage.engine.list('searchWebinars', { resource: 'live' }, stage.credential)),
	},
	{
		name: 'Session list',
		spoiled: spoiledAt('webinar'),
		first: 'webinar',
		victim: 0,
		attempt: (stage) => {
			const parameters = { resource: 'live', operation: 'register', webinarId: byId(VICTIM) };
			return watch(() => stage.engine.list('searchSchedules', parameters, stage.credential));
		},
	},
	{
		name: 'Trigger poll',
		spoiled: spoiledAt('registrants'),
		first: 'registrants',
		victim: 0,
		isPoll: true,
		begin: addPeople,
		attempt: (stage) => watch(() => examples(stage)),
	},
];

async function examples({ engine, credential }: Stage) {
	const parameters = { resource: 'live', event: 'registrantAdded', webinarId: byId(VICTIM) };
	return await engine.testTrigger({ parameters, credential });
}
