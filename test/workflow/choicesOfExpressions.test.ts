import { byId, useHarness } from '../support/harness';
import { matching } from '../support/matchers';

const harness = useHarness();
const live = { resource: 'live', webinarId: byId(1) };
const everything = { returnAll: true, webinarScope: '={{ $json.value }}' };
const link = { ...live, operation: 'createOneClickLink' };

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

	it('one contact, for whom a link is made', async () => {
		const contact = { contactFirstName: 'Ann', contactEmail: 'ann@example.com' };
		const [made] = await harness.output({ ...link, ...contact, linkFor: '={{ " contact" }}' });
		expect(made?.url).toContain('?first_name=Ann&email=ann%40example.com&');
	});

	it('by email', async () => {
		const parameters = { ...live, operation: 'unsubscribe', unsubscribeBy: '={{ $json.by }}', leadId: '7' };
		const items = [{ by: 'email ' }];
		const [output] = await harness.output({ ...parameters, email: 'ann@example.com' }, { items });
		expect(output).toMatchObject({ success: true, email: 'ann@example.com' });
	});

	it('did not attend, for whom there is no time in the room', async () => {
		const filters = { attendedLive: '={{ "2 " }}', attendedLiveSeconds: { time: { left: 4, minutes: 30 } } };
		const message = 'Attended Live: nobody leaves a room who did not attend';
		await harness.fails({ ...live, operation: 'getRegistrants', filters }, message);
	});

	it('the own merge fields, of which one is for the time zone', async () => {
		const mergeFields = { firstName: '%FN%', email: '%EM%', timezone: '%TZ%' };
		const anywhere = { ...link, resource: 'automated', webinarId: byId(102), schedule: byId(1021) };
		const [made] = await harness.output({ ...anywhere, emailTool: '={{ "custom " }}', mergeFields });
		expect(made?.url).toContain('timezone=%TZ%');
	});
});

it('a choice that is an object without a text is told like any other value', async () => {
	const parameters = { ...live, operation: 'getRegistrants', webinarScope: '={{ $json.value }}' };
	const items = [{ value: { toString: null, valueOf: null } }];
	await harness.fails(parameters, 'Webinars is not a text', { items });
});

it.each(['={{ $json.missing }}', '={{ "" }}', '={{ [null] }}', '={{ ", " }}'])(
	'fields to include without a value are an error: %s',
	async (includeFields) => {
		await harness.fails({ ...link, emailTool: 'mailchimp', includeFields }, 'Include Fields is empty');
	},
);

it('no fields to include are none', async () => {
	const [made] = await harness.output({ ...link, emailTool: 'mailchimp', includeFields: '={{ [] }}' });
	expect(made?.url).toMatch(/\?first_name=\*\|FNAME\|\*&email=\*\|EMAIL\|\*&schedule_id=11$/);
});

describe('the time zone of a link', () => {
	const summer = useHarness({ at: Date.UTC(2026, 6, 6, 12) });
	const automated = { ...link, resource: 'automated' };
	const contact = { linkFor: 'contact', contactFirstName: 'Ann', contactEmail: 'ann@example.com' };

	it.each([
		['America/New_York', 'GMT-4'],
		['Europe/London', 'GMT+1'],
	])('is there where the webinar states a region, but follows the attendee: %s', async (timezone, form) => {
		const region = { title: 'Evergreen', shownTimezone: 'America/New_York' };
		summer.sandbox.changeWebinar({ product: 'automated', webinarId: 102 }, region);
		const parameters = { ...automated, ...contact, webinarId: byId(102), schedule: byId('1021'), timezone };
		const [made] = await summer.output(parameters);
		expect(made?.url).toContain(`&timezone=${encodeURIComponent(form)}&`);
		expect((await fetch(made?.url as string, { redirect: 'manual' })).status).toBeLessThan(400);
	});

	it.each([
		{ ...link, schedule: byId(11) },
		{ ...automated, webinarId: byId(101), schedule: byId(1013) },
	])(
		'is not there where the sessions are the same for everybody, which the run says: %j',
		async (parameters) => {
			const mergeFields = { firstName: '%FN%', email: '%EM%', timezone: '%TZ%' };
			const { output, hints } = await harness.run({ ...parameters, emailTool: 'custom', mergeFields });
			expect(output[0]?.json.url).not.toContain('timezone');
			expect(hints).toContainEqual(matching(/^The link contains no time zone: /));
		},
	);
});
