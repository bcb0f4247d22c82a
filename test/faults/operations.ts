import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../tools/engine/parameters';
import type { CallTarget } from '../../sandbox';
import { live } from '../support/sandboxWebinars';
import type { EndpointName } from './requestTexts';
import { contact, type OperationResult, runOnItems, runWithoutItems, type Stage } from './stage';

/** An operation of the package, of which one request meets the fault. */
export interface Operation {
	name: string;
	/** The requests that meet the fault. In an operation with several items, they belong to the second item. */
	faultyRequests: CallTarget & { operation: EndpointName };
	/** The first request of an item, which fails if the host itself is unreachable. */
	firstRequest: EndpointName;
	/** The index of the item that fails. */
	failingItem: number;
	/** Prepares the sandbox. */
	prepare?: (stage: Stage) => void;
	run: (stage: Stage) => Promise<OperationResult>;
	/** Whether the request is repeated only after a 429. */
	isSentOnce?: true;
	/** Whether the item succeeds after an unclear failure if the service acted, because the node looks the person up. */
	looksUpAfterwards?: true;
	/** Whether it is a list in the editor, which gives up after 14 seconds, and sends a failed request twice. */
	isList?: true;
	/** Counts how often the service performed the write. Absent for a read. */
	countWrites?: (stage: Stage) => number;
}

const FAULTY_WEBINAR = live.series;
const webinars = [live.oneSession, FAULTY_WEBINAR, live.alwaysOn];

const person: IDataObject = {
	firstName: contact.name,
	email: `=${contact.mailbox}.{{ $json.webinarId }}@example.com`,
	additionalFields: { lastName: 'Q.', phone: `+44 ${contact.phone}` },
};

/** Runs an operation on one item for each of the three webinars. */
const onThreeWebinars = (parameters: INodeParameters) => (stage: Stage) => {
	const leadIdIn = (webinarId: number) =>
		stage.sandbox.registrants.find((registrant) => registrant.webinarId === webinarId)?.leadId ?? 0;
	const items = webinars.map((webinarId) => ({ webinarId, leadId: leadIdIn(webinarId) }));
	return runOnItems(
		stage,
		{ resource: 'live', webinarId: byId('={{ $json.webinarId }}'), ...parameters },
		items,
	);
};

/** Adds two registrants to each webinar. */
function addRegistrants({ sandbox }: Stage): void {
	for (const webinarId of webinars) {
		sandbox.addRegistrants({ product: 'live', webinarId }, [
			{ firstName: contact.name, email: `${contact.mailbox}.a@example.com` },
			{ firstName: contact.name, email: `${contact.mailbox}.b@example.com` },
		]);
	}
}

/** The fault concerns requests to this endpoint for the second of three items. */
const inSecondItem = (endpoint: EndpointName) => ({
	faultyRequests: { operation: endpoint, webinarId: FAULTY_WEBINAR },
	firstRequest: endpoint,
	failingItem: 1,
});

/** The fault concerns the webinar list, in an operation without items. */
const inWebinarList = {
	faultyRequests: { operation: 'webinars' },
	firstRequest: 'webinars',
	failingItem: 0,
} as const;

const registrationsInFaultyWebinar = ({ sandbox }: Stage) =>
	sandbox.registrations.filter(({ webinarId }) => webinarId === FAULTY_WEBINAR);

/** An operation for each endpoint of the service, a list in the editor, and the credential test. */
export const operations: Operation[] = [
	{
		name: 'Get',
		...inSecondItem('webinar'),
		run: onThreeWebinars({ operation: 'get' }),
	},
	{
		name: 'Get Registrants',
		...inSecondItem('registrants'),
		prepare: addRegistrants,
		run: onThreeWebinars({ operation: 'getRegistrants', returnAll: true, simplify: false }),
	},
	{
		name: 'Register',
		looksUpAfterwards: true,
		...inSecondItem('register'),
		firstRequest: 'webinar',
		run: onThreeWebinars({ operation: 'register', ...person }),
		countWrites: (stage) => registrationsInFaultyWebinar(stage).length,
	},
	{
		name: 'Unsubscribe',
		...inSecondItem('unsubscribe'),
		prepare: addRegistrants,
		run: onThreeWebinars({
			operation: 'unsubscribe',
			unsubscribeBy: 'leadId',
			leadId: '={{ $json.leadId }}',
		}),
		countWrites: (stage) =>
			registrationsInFaultyWebinar(stage).filter(({ subscribed }) => !subscribed).length,
	},
	{
		name: 'Webinar list',
		...inWebinarList,
		isList: true,
		run: ({ engine, credential }) =>
			runWithoutItems(() => engine.list('searchWebinars', { resource: 'live' }, credential)),
	},
	{
		name: 'Credential Test',
		...inWebinarList,
		isSentOnce: true,
		run: async ({ engine, credential }) => {
			const { status, message } = await engine.testCredential(credential);
			return {
				errors: [status === 'OK' ? undefined : message],
				outputs: [],
				hints: [],
				everything: message,
			};
		},
	},
];
