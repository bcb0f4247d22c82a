import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';

const harness = useHarness();
const live = { resource: 'live', webinarId: byId(1) };
const everything = { returnAll: true, webinarScope: '={{ $json.value }}' };
const link = { ...live, operation: 'createOneClickLink' };
const toContact = { contactFirstName: 'Ann', contactEmail: 'ann@example.com' };
const own = { mergeFields: { firstName: '%FN%', email: '%EM%', timezone: '%TZ%' } };

beforeEach(() => {
	harness.add([{ firstName: 'Ann', email: 'ann@example.com' }]);
	harness.add(3, 5);
});

describe('a choice with blanks around it is that choice, for the fields that depend on it too', () => {
	it.each(['getRegistrants', 'getSessions'])('one webinar: %s', async (operation) => {
		const parameters = { ...live, operation, ...everything };
		const [plain, padded] = await Promise.all(
			['one', 'one\n'].map((value) => harness.output(parameters, { items: [{ value }] })),
		);
		expect(padded).toEqual(plain);
		expect(padded?.length).toBeGreaterThan(0);
	});

	const anywhere = { ...link, resource: 'automated', webinarId: byId(102) };
	const stop = { ...live, operation: 'unsubscribe', leadId: '7', email: 'ann@example.com' };

	it.each([
		[
			{ ...link, ...toContact, linkFor: '={{ " contact" }}' },
			{ url: containing('?first_name=Ann&email=ann%40example.com&') },
		],
		[{ ...anywhere, ...own, emailTool: '={{ "custom " }}' }, { url: containing('timezone=%TZ%') }],
		[
			{ ...stop, unsubscribeBy: '={{ "email " }}' },
			{ success: true, email: 'ann@example.com' },
		],
		[
			{ ...link, emailTool: 'mailchimp', includeFields: '={{ [] }}' },
			{ url: matching(/\?first_name=\*\|FNAME\|\*&email=\*\|EMAIL\|\*&schedule_id=1$/) },
		],
	])('%j', async (parameters, expected) => {
		await harness.gives(parameters, [expected]);
	});
});

const people = { ...live, operation: 'getRegistrants' };
const room = { attendedLive: '={{ "2 " }}', attendedLiveSeconds: { time: { left: 4, minutes: 30 } } };
const noText = '={{ ({ toString: null, valueOf: null }) }}';

it.each<[INodeParameters, string]>([
	[{ ...people, filters: room }, 'Attended Live and Left the Live Room contradict each other'],
	[{ ...people, webinarScope: noText }, 'Webinars must be text'],
	...['={{ $json.missing }}', '={{ "" }}', '={{ [null] }}', '={{ ", " }}'].map(
		(includeFields): [INodeParameters, string] => [
			{ ...link, emailTool: 'mailchimp', includeFields },
			'Include Fields is empty',
		],
	),
])('the choice in %j is an error', async (parameters, message) => {
	await harness.fails(parameters, message);
});

describe('the time zone of a link', () => {
	const summer = useHarness({ at: Date.UTC(2026, 6, 6, 12) });
	const automated = { ...link, resource: 'automated' };
	const contact = { ...toContact, linkFor: 'contact' };

	it.each([
		['America/New_York', 'GMT-4'],
		['Europe/London', 'GMT+1'],
	])('is there where the webinar states a region, but follows the attendee: %s', async (timezone, form) => {
		summer.change(102, { title: 'Evergreen', shownTimezone: 'America/New_York' });
		const parameters = { ...automated, ...contact, webinarId: byId(102), timezone };
		const [made] = await summer.output(parameters);
		expect(made?.url).toContain(`&timezone=${encodeURIComponent(form)}&`);
		expect((await fetch(made?.url as string, { redirect: 'manual' })).status).toBeLessThan(400);
	});

	it.each([link, { ...automated, webinarId: byId(101) }])(
		'is not there where the sessions are the same for everybody, which the run says: %j',
		async (parameters) => {
			const { output, hints } = await harness.run({ ...parameters, emailTool: 'custom', ...own });
			expect(output[0]?.json.url).not.toContain('timezone');
			expect(hints).toContainEqual(matching(/^The link contains no time zone, because /));
		},
	);
});
