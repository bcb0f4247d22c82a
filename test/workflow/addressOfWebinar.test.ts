import { byId } from '../support/harness';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

const byUrl = (value: string) => ({ __rl: true as const, mode: 'url', value });
/** A registration page with the ID of webinar 1, of another account or product. */
const wrong = byUrl('https://event.example.com/register/1/another99');
const right = byUrl('https://event.example.com/register/1/kvn1042');

const live = { resource: 'live', webinarId: wrong };
const person = { firstName: 'Ann', email: 'ann@example.com' };
const another = 'The address belongs to another webinar';

const operations = [
	{ operation: 'register', schedule: byId('next'), ...person },
	{ operation: 'getSessions', webinarScope: 'one', returnAll: true },
	{ operation: 'get' },
	{ operation: 'createOneClickLink', schedule: byId('next'), linkFor: 'emailTool', emailTool: 'mailchimp' },
];
const ofPeople = [
	{ operation: 'getRegistrants', returnAll: true },
	{ operation: 'getRegistrants', returnAll: true, schedule: byId(11) },
	{ operation: 'unsubscribe', unsubscribeBy: 'email', email: person.email },
	{ operation: 'unsubscribe', unsubscribeBy: 'leadId', leadId: '={{ $json.lead }}' },
];

/** What was done or shown of the people of a webinar. */
const touched = () => account.harness.calls.filter((call) => /register|registrants|unsubscribe/.test(call));

describe('the address of a registration page with the hash of another webinar', () => {
	const [items] = [[{ lead: 0 }]];

	beforeEach(() => {
		const [ann] = account.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, [person]);
		items[0] = { lead: ann?.leadId ?? 0 };
	});

	const refuse = async (parameters: object) => {
		await expect(account.harness.error({ ...live, ...parameters }, { items })).resolves.toMatchObject({
			message: another,
		});
		expect(touched()).toEqual([]);
		expect(account.sandbox.registrants.map(({ subscribed }) => subscribed)).toEqual([true]);
	};

	it.each(operations)('is refused: $operation', refuse);

	it.each(ofPeople)('is refused: $operation $unsubscribeBy', refuse);

	it.each(['registrantAdded', 'registrantPurchased', 'sessionStarting'])(
		'is refused by the trigger: %s',
		async (event) => {
			const parameters = { ...live, event, minutesBefore: 60 };
			await expect(account.harness.activate(parameters)).rejects.toMatchObject({ message: another });
			await expect(account.harness.examples(parameters)).rejects.toMatchObject({ message: another });
			expect(touched()).toEqual([]);
		},
	);
});

describe('the address of the registration page', () => {
	it.each([...operations, ...ofPeople])('is taken: $operation $unsubscribeBy', async (parameters) => {
		const [ann] = account.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, [person]);
		const items = [{ lead: ann?.leadId ?? 0 }];
		const output = await account.harness.output({ ...live, webinarId: right, ...parameters }, { items });
		expect(output).toHaveLength(1);
	});
});
