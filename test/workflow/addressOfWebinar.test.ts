import { byId } from '../support/harness';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

const byUrl = (value: string) => ({ __rl: true as const, mode: 'url', value });
/** A registration page with the ID of webinar 1, of another account or product. */
const wrong = byUrl('https://event.example.com/register/1/another99');
const wrongLink = byUrl('https://event.example.com/register/1click/1/another99?first_name=X');
const right = byUrl('https://event.example.com/register/1/kvn1042');

const live = { resource: 'live', webinarId: wrong };
const person = { firstName: 'Ann', email: 'ann@example.com' };
const another = 'The URL belongs to another webinar';

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

/** What was done or shown of the people of a webinar. */
const touched = () => account.calls.filter((call) => /register|registrants|unsubscribe/.test(call));

describe('the address of a registration page', () => {
	it.each(operations)(
		'is taken, and refused with the hash of another webinar: $operation $unsubscribeBy',
		async (parameters) => {
			const [ann] = account.add([person]);
			const items = [{ lead: ann?.leadId ?? 0 }];
			for (const webinarId of [wrong, wrongLink]) {
				await account.fails({ ...live, webinarId, ...parameters }, another, { items });
			}
			expect(touched()).toEqual([]);
			expect(account.sandbox.registrants.map(({ subscribed }) => subscribed)).toEqual([true]);
			await account.gives({ ...live, webinarId: right, ...parameters }, [{}], { items });
		},
	);

	it.each(['registrantAdded', 'registrantPurchased', 'sessionStarting'])(
		'with the hash of another webinar is refused by the trigger: %s',
		async (event) => {
			const parameters = { ...live, event, minutesBefore: 60 };
			await expect(account.activate(parameters)).rejects.toMatchObject({ message: another });
			await expect(account.examples(parameters)).rejects.toMatchObject({ message: another });
			expect(touched()).toEqual([]);
		},
	);
});
