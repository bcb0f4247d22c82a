import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { openLink } from '../support/openLink';
import { automated, live } from '../support/sandboxWebinars';

// At a fixed time, because tests compare the outputs of two runs, and minutes_until_start would differ.
const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });
const oneWebinar = { resource: 'live', webinarId: byId(live.oneSession) };
const createLink = { ...oneWebinar, operation: 'createOneClickLink' };
const linkForAnn = { contactFirstName: 'Ann', contactEmail: 'ann@example.com' };
const mergeFields = { firstName: '%FN%', email: '%EM%', timezone: '%TZ%' };

beforeEach(() => {
	harness.addRegistrants([{ firstName: 'Ann', email: 'ann@example.com' }]);
	harness.addRegistrants(3, live.phoneRequired);
});

describe('an expression that returns an option with spaces around it', () => {
	it.each(['getRegistrants', 'getSessions'])(
		'reads a single webinar if the expression in Scope returns "one" and a line break: %s',
		async (operation) => {
			const parameters = { ...oneWebinar, operation, returnAll: true };
			const exact = await harness.getOutput({ ...parameters, webinarScope: '={{ "one" }}' });
			const padded = await harness.getOutput({ ...parameters, webinarScope: '={{ "one\\n" }}' });
			expect(padded).toEqual(exact);
			expect(padded.length).toBeGreaterThan(0);
		},
	);

	it('creates a link for a contact if the expression in Link For returns "contact" with a space', async () => {
		await harness.expectOutput({ ...createLink, ...linkForAnn, linkFor: '={{ " contact" }}' }, [
			{ url: containing('?first_name=Ann&email=ann%40example.com&') },
		]);
	});
});

describe('Include Fields as an expression', () => {
	it('creates a link with only first name and email if the expression in Include Fields returns an empty list', async () => {
		await harness.expectOutput({ ...createLink, emailTool: 'mailchimp', includeFields: '={{ [] }}' }, [
			{ url: matching(/\?first_name=\*\|FNAME\|\*&email=\*\|EMAIL\|\*&schedule_id=1$/) },
		]);
	});

	it.each(['={{ $json.missing }}', '={{ "" }}', '={{ [null] }}', '={{ ", " }}'])(
		'fails if the expression in Include Fields returns no field name: %s',
		async (includeFields) => {
			const parameters = { ...createLink, emailTool: 'mailchimp', includeFields };
			await harness.expectError(parameters, 'Include Fields is empty');
		},
	);
});

describe('the time zone of a one-click link', () => {
	const harnessInSummer = useHarness({ at: Date.parse('2026-07-06T12:00:00Z') });
	const createAutomatedLink = { ...createLink, resource: 'automated' };

	it.each([
		{ timezone: 'America/New_York', gmtOffset: 'GMT-4' },
		{ timezone: 'Europe/London', gmtOffset: 'GMT+1' },
	])(
		"creates a link with the summer offset $gmtOffset for $timezone if the webinar's dates depend on the attendee's time zone",
		async ({ timezone, gmtOffset }) => {
			harnessInSummer.changeWebinar(automated.attendeeZone, {
				title: 'Evergreen',
				shownTimezone: 'America/New_York',
			});
			const [link] = await harnessInSummer.getOutput({
				...createAutomatedLink,
				...linkForAnn,
				linkFor: 'contact',
				webinarId: byId(automated.attendeeZone),
				schedule: { __rl: true, mode: 'number', value: 1 },
				timezone,
			});
			expect(link?.url).toContain(`&timezone=${encodeURIComponent(gmtOffset)}&`);
			await openLink(link?.url as string);
		},
	);

	it.each([
		{ webinar: 'a live webinar', parameters: createLink },
		{
			webinar: 'an automated webinar in a fixed time zone',
			parameters: { ...createAutomatedLink, webinarId: byId(automated.everyKind) },
		},
	])('creates a link without a time zone for $webinar, and explains it in a hint', async ({ parameters }) => {
		const { output, hints } = await harness.run({ ...parameters, emailTool: 'custom', mergeFields });
		expect(output[0]?.json.url).not.toContain('timezone');
		expect(hints).toContainEqual(matching(/^The link contains no time zone, because /));
	});
});
