import { byId } from '../support/harness';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

const byUrl = (value: string) => ({ __rl: true as const, mode: 'url', value });
/** The URL of a registration page with the ID of webinar 1, but the hash of a webinar in another account. */
const wrongPage = byUrl('https://event.example.com/register/1/another99');
const wrongLink = byUrl('https://event.example.com/register/1click/1/another99?first_name=X');
const rightPage = byUrl('https://event.example.com/register/1/kvn1042');

const live = { resource: 'live', webinarId: wrongPage };
const person = { firstName: 'Ann', email: 'ann@example.com' };
const OTHER_WEBINAR = 'The URL belongs to another webinar';

const operations = [
	{ operation: 'register', schedule: byId('next'), ...person },
	{ operation: 'getSessions', webinarScope: 'one', returnAll: true },
	{ operation: 'get' },
	{ operation: 'createOneClickLink', schedule: byId('next'), linkFor: 'emailTool', emailTool: 'mailchimp' },
	{ operation: 'getRegistrants', returnAll: true },
	{ operation: 'getRegistrants', returnAll: true, schedule: byId(11) },
	{ operation: 'unsubscribe', unsubscribeBy: 'email', email: person.email },
	{ operation: 'unsubscribe', unsubscribeBy: 'leadId', leadId: '={{ $json.lead }}' },
];

/** The requests that read or change registrants. */
const registrantRequests = () =>
	account.requestNames.filter((call) => /register|registrants|unsubscribe/.test(call));

describe('the URL of a registration page', () => {
	it.each(operations)(
		'accepts the URL of the webinar, and fails for one with the hash of another webinar: $operation $unsubscribeBy',
		async (parameters) => {
			const [ann] = account.addRegistrants([person]);
			const items = [{ lead: ann?.leadId ?? 0 }];
			for (const webinarId of [wrongPage, wrongLink]) {
				await account.expectError({ ...live, webinarId, ...parameters }, OTHER_WEBINAR, { items });
			}
			expect(registrantRequests()).toEqual([]);
			expect(account.sandbox.registrants.map(({ subscribed }) => subscribed)).toEqual([true]);
			await account.expectOutput({ ...live, webinarId: rightPage, ...parameters }, [{}], { items });
		},
	);

	it.each(['registrantAdded', 'registrantPurchased', 'sessionStarting'])(
		'fails to activate the trigger %s with a URL that has the hash of another webinar',
		async (event) => {
			const parameters = { ...live, event, minutesBefore: 60 };
			await expect(account.activate(parameters)).rejects.toMatchObject({ message: OTHER_WEBINAR });
			await expect(account.runTriggerManually(parameters)).rejects.toMatchObject({ message: OTHER_WEBINAR });
			expect(registrantRequests()).toEqual([]);
		},
	);
});
