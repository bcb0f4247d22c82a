import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';

const harness = useHarness();
const live = { resource: 'live', webinarId: byId(1) };
const createLink = { ...live, operation: 'createOneClickLink' };
const contact = { contactFirstName: 'Ann', contactEmail: 'ann@example.com' };
const mergeFields = { firstName: '%FN%', email: '%EM%', timezone: '%TZ%' };

beforeEach(() => {
	harness.addRegistrants([{ firstName: 'Ann', email: 'ann@example.com' }]);
	harness.addRegistrants(3, 5);
});

describe('an option that an expression gives with spaces around it', () => {
	it.each(['getRegistrants', 'getSessions'])(
		'reads a single webinar in %s if Webinars is "one" with a line break',
		async (operation) => {
			const parameters = { ...live, operation, returnAll: true };
			const exact = await harness.getOutput({ ...parameters, webinarScope: '={{ "one" }}' });
			const padded = await harness.getOutput({ ...parameters, webinarScope: '={{ "one\\n" }}' });
			expect(padded).toEqual(exact);
			expect(padded.length).toBeGreaterThan(0);
		},
	);

	it('creates a link for a contact if Link For is "contact" with a space', async () => {
		await harness.expectOutput({ ...createLink, ...contact, linkFor: '={{ " contact" }}' }, [
			{ url: containing('?first_name=Ann&email=ann%40example.com&') },
		]);
	});

	it('writes own merge fields into the link if Email Tool is "custom" with a space', async () => {
		const forAttendeeZone = { ...createLink, resource: 'automated', webinarId: byId(102) };
		await harness.expectOutput({ ...forAttendeeZone, mergeFields, emailTool: '={{ "custom " }}' }, [
			{ url: containing('timezone=%TZ%') },
		]);
	});

	it('unsubscribes by email address if Unsubscribe By is "email" with a space', async () => {
		const unsubscribe = { ...live, operation: 'unsubscribe', leadId: '7', email: 'ann@example.com' };
		await harness.expectOutput({ ...unsubscribe, unsubscribeBy: '={{ "email " }}' }, [
			{ success: true, email: 'ann@example.com' },
		]);
	});
});

it('writes only first name and email into the link if Include Fields is an empty list', async () => {
	await harness.expectOutput({ ...createLink, emailTool: 'mailchimp', includeFields: '={{ [] }}' }, [
		{ url: matching(/\?first_name=\*\|FNAME\|\*&email=\*\|EMAIL\|\*&schedule_id=1$/) },
	]);
});

it.each(['={{ $json.missing }}', '={{ "" }}', '={{ [null] }}', '={{ ", " }}'])(
	'fails if the expression in Include Fields gives no field: %s',
	async (includeFields) => {
		const parameters = { ...createLink, emailTool: 'mailchimp', includeFields };
		await harness.expectError(parameters, 'Include Fields is empty');
	},
);

it('fails for contradicting filters also if one of them is an option with a space', async () => {
	const filters = {
		attendedLive: '={{ "2 " }}',
		attendedLiveSeconds: { time: { left: 4, minutes: 30 } },
	};
	await harness.expectError(
		{ ...live, operation: 'getRegistrants', filters },
		'Attended Live and Left the Live Room contradict each other',
	);
});

it('fails if Webinars is an object that cannot be converted to a string', async () => {
	const webinarScope = '={{ ({ toString: null, valueOf: null }) }}';
	await harness.expectError({ ...live, operation: 'getRegistrants', webinarScope }, 'Webinars must be text');
});

describe('the time zone of a one-click link', () => {
	const harnessInSummer = useHarness({ at: Date.UTC(2026, 6, 6, 12) });
	const createAutomatedLink = { ...createLink, resource: 'automated' };

	it.each([
		['America/New_York', 'GMT-4'],
		['Europe/London', 'GMT+1'],
	])(
		'writes the time zone %s as %s into a link to a webinar that states a region but follows the attendee',
		async (timezone, gmtOffset) => {
			harnessInSummer.changeWebinar(102, { title: 'Evergreen', shownTimezone: 'America/New_York' });
			const [link] = await harnessInSummer.getOutput({
				...createAutomatedLink,
				...contact,
				linkFor: 'contact',
				webinarId: byId(102),
				timezone,
			});
			expect(link?.url).toContain(`&timezone=${encodeURIComponent(gmtOffset)}&`);
			const response = await fetch(link?.url as string, { redirect: 'manual' });
			expect(response.status).toBeLessThan(400);
		},
	);

	it.each([
		['a live webinar', createLink],
		['an automated webinar in a fixed time zone', { ...createAutomatedLink, webinarId: byId(101) }],
	])('creates a link to %s without a time zone, and a hint says why', async (_webinar, parameters) => {
		const { output, hints } = await harness.run({ ...parameters, emailTool: 'custom', mergeFields });
		expect(output[0]?.json.url).not.toContain('timezone');
		expect(hints).toContainEqual(matching(/^The link contains no time zone, because /));
	});
});
