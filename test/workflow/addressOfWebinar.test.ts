import { z } from 'zod/v4';

import { byId } from '../support/harness';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

const byUrl = (value: string) => ({ __rl: true as const, mode: 'url', value });
const rightUrl = byUrl('https://event.example.com/register/1/kvn1042');
/** The ID of the webinar, but the hash of a webinar in another account. */
const urlWithOtherHash = byUrl('https://event.example.com/register/1/another99');
const oneClickLinkWithOtherHash = byUrl('https://event.example.com/register/1click/1/another99?first_name=X');

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const NO_WEBINAR = 'The URL belongs to no live webinar of the account';

const operations = [
	{ operation: 'register', schedule: byId('next'), ...ann },
	{ operation: 'getSessions', webinarScope: 'one', returnAll: true },
	{ operation: 'get' },
	{ operation: 'createOneClickLink', linkFor: 'emailTool', emailTool: 'mailchimp' },
	{ operation: 'getRegistrants', returnAll: true },
	{ operation: 'getRegistrants', returnAll: true, schedule: byId(11) },
	{ operation: 'unsubscribe', unsubscribeBy: 'email', email: ann.email },
	{ operation: 'unsubscribe', unsubscribeBy: 'leadId', leadId: '={{ $json.lead }}' },
];

/** Returns the names of the requests that read or change registrants. */
const registrantRequests = () =>
	account.requestNames.filter((call) => /register|registrants|unsubscribe/.test(call));

describe('a webinar chosen by its registration page URL', () => {
	const operationsWithOtherHash = [
		...operations.map((parameters) => ({ webinarId: urlWithOtherHash, ...parameters })),
		{ webinarId: oneClickLinkWithOtherHash, operation: 'get' },
	];

	it.each(operationsWithOtherHash)(
		"fails before reading or changing registrants if the URL has another webinar's hash: $webinarId.value, $operation $unsubscribeBy",
		async (parameters) => {
			const [registrant] = account.addRegistrants([ann]);
			const items = [{ lead: registrant?.leadId ?? 0 }];
			await account.expectError({ resource: 'live', ...parameters }, NO_WEBINAR, { items });
			expect(registrantRequests()).toEqual([]);
			expect(registrant?.subscribed).toBe(true);
		},
	);

	it.each(operations)(
		"accepts the URL of the webinar's registration page: $operation $unsubscribeBy",
		async (parameters) => {
			const [registrant] = account.addRegistrants([ann]);
			const items = [{ lead: registrant?.leadId ?? 0 }];
			const output = await account.getOutput(
				{ resource: 'live', webinarId: rightUrl, ...parameters },
				{ items },
			);
			expect(output).toHaveLength(1);
		},
	);

	it.each(['registrantAdded', 'sessionStarting'])(
		"fails to activate or manually test the trigger if the URL has another webinar's hash: %s",
		async (event) => {
			const parameters = { resource: 'live', webinarId: urlWithOtherHash, event, minutesBefore: 60 };
			await expect(account.activate(parameters)).rejects.toMatchObject({ message: NO_WEBINAR });
			await expect(account.runTriggerManually(parameters)).rejects.toMatchObject({ message: NO_WEBINAR });
			expect(registrantRequests()).toEqual([]);
		},
	);

	it("reads the webinar whose hash begins a room link's code", async () => {
		const webinarId = byUrl('https://event.example.com/k50n24/go/live/kvn1042fgs6sq');
		await account.expectOutput({ resource: 'live', operation: 'get', webinarId }, [{ webinar_id: 1 }]);
	});

	it('reads the webinar whose general room link is in the output of Get', async () => {
		const get = { resource: 'live', operation: 'get' };
		const [webinar] = await account.getOutput({ ...get, webinarId: byId(2) });
		const url = z.string().parse(webinar?.direct_live_room_url);
		await account.expectOutput({ ...get, webinarId: byUrl(url) }, [{ webinar_id: 2 }]);
	});

	it('fails if the URL is a personal room link', async () => {
		const webinarId = byUrl('https://event.example.com/go/live/1/q1w2e3r4t5y6u7i8o9p0');
		await account.expectError(
			{ resource: 'live', operation: 'get', webinarId },
			{
				message: NO_WEBINAR,
				description:
					'Use the URL of the registration page, such as https://event.webinarjam.com/hkwqz/register/uvw1234, or choose the webinar from the list. A personal room link does not identify the webinar. Check whether Resource is set to the right product, and the credential to the right account.',
			},
		);
	});
});
