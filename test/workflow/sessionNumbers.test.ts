import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { automated, live } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';

// In the sandbox, the sessions of the webinars follow from this time.
const NOW = Date.UTC(2026, 1, 25, 17);

describe("the Session field's list for a one-click link", () => {
	const harness = useHarness({ at: NOW });

	/** Returns value and name of each entry of the Session field for a one-click link. */
	const loadNumbers = async (parameters: INodeParameters, filter?: string) => {
		const link = { operation: 'createOneClickLink', resource: 'live', ...parameters };
		const entries = await harness.loadChoices('searchSessionNumbers', link, filter);
		return entries.map(({ value, name }) => [value, name]);
	};

	it('numbers the schedules in the order of their IDs, including past ones', async () => {
		harness.changeWebinar(live.phoneRequired, {
			sessions: [
				singleSession({ schedule: 119, daysAhead: 20 }),
				singleSession({ schedule: 98, daysAhead: -3 }),
				singleSession({ schedule: 107, daysAhead: 6 }),
			],
		});
		await expect(loadNumbers({ webinarId: byId(live.phoneRequired) })).resolves.toEqual([
			[1, expect.stringMatching(/^1 · \w+ \d+ Feb 2026 18:00 · over$/)],
			[2, expect.stringMatching(/^2 · \w+ \d+ Mar 2026 18:00$/)],
			[3, expect.stringMatching(/^3 · \w+ \d+ Mar 2026 18:00$/)],
		]);
	});

	it('lists a schedule with several dates once, and no just-in-time session or instant replay', async () => {
		const everyKind = { resource: 'automated', webinarId: byId(automated.everyKind) };
		await expect(loadNumbers(everyKind)).resolves.toEqual([[1, '1 · Wed 25 Feb 2026 13:00 · whole series']]);
	});

	it('lists the numbers of single dates, and finds them by their date or schedule ID', async () => {
		const kathmandu = { resource: 'automated', webinarId: byId(automated.quarterHourZone) };
		const [first, second] = [
			[1, '1 · Sun 1 Mar 2026 19:15'],
			[2, '2 · Thu 5 Mar 2026 19:15'],
		];
		await expect(loadNumbers(kathmandu)).resolves.toEqual([first, second]);
		await expect(loadNumbers(kathmandu, 'thu 5')).resolves.toEqual([second]);
		await expect(loadNumbers(kathmandu, '1051')).resolves.toEqual([first]);
	});

	it('lists a schedule that is over with the date of its first session', async () => {
		harness.changeWebinar(live.phoneRequired, {
			sessions: [
				singleSession({ schedule: 22, daysAhead: 7 }),
				singleSession({ schedule: 21, daysAhead: -7 }),
				singleSession({ schedule: 21, daysAhead: -14 }),
			],
		});
		await expect(loadNumbers({ webinarId: byId(live.phoneRequired) })).resolves.toEqual([
			[1, '1 · Wed 11 Feb 2026 18:00 · over'],
			[2, '2 · Wed 4 Mar 2026 18:00'],
		]);
	});

	it("lists an always-on webinar's only session without a date", async () => {
		await expect(loadNumbers({ webinarId: byId(live.alwaysOn) })).resolves.toEqual([[1, '1 · Always on']]);
	});

	it.each([
		{ webinarId: automated.noSession, message: 'The webinar has no sessions' },
		{
			webinarId: automated.undatedOnly,
			message: 'A one-click link cannot lead to a just-in-time or instant-replay session',
		},
	])('shows an error, instead of a list entry: $message', async ({ webinarId, message }) => {
		const parameters = { resource: 'automated', webinarId: byId(webinarId) };
		await expect(loadNumbers(parameters)).rejects.toMatchObject({ message });
	});

	it('says how to continue without the list if no webinar is chosen', async () => {
		const webinarId = { __rl: true as const, mode: 'list', value: '' };
		await expect(loadNumbers({ webinarId })).rejects.toMatchObject({
			message: 'Choose a webinar to see its sessions.',
			description:
				"To continue without the list, choose Number and enter the number from the webinar's dashboard.",
		});
	});

	describe("a webinar whose dates depend on the attendee's time zone", () => {
		const mergeFields = { firstName: '*|F|*', email: '*|E|*', timezone: '*|TZ|*' };
		const linkWithTimezoneMergeField = {
			resource: 'automated',
			webinarId: byId(automated.attendeeZone),
			timezone: '',
			linkFor: 'emailTool',
			emailTool: 'custom',
			mergeFields,
		};

		it.each([
			{ what: 'has a merge field for the time zone', parameters: {} },
			{
				what: 'has an expression as the merge field for the time zone',
				parameters: { mergeFields: { ...mergeFields, timezone: '={{ $json.tag }}' } },
			},
			{
				what: 'has an expression in Link For',
				parameters: { linkFor: '={{ $json.for }}' },
			},
		])('lists the schedules although Timezone is empty if the link $what', async ({ parameters }) => {
			await expect(loadNumbers({ ...linkWithTimezoneMergeField, ...parameters })).resolves.toEqual([
				[1, '1 · Thu 26 Feb 2026 11:00 · whole series'],
				[2, '2 · Wed 25 Feb 2026 18:00 · whole series'],
			]);
		});

		it.each([
			{ what: 'is for a single contact', parameters: { linkFor: 'contact' } },
			{
				what: 'is for an email tool without a merge field for the time zone',
				parameters: { emailTool: 'kit' },
			},
			{ what: 'has a blank merge field', parameters: { mergeFields: { timezone: ' ' } } },
		])('lists no schedule, and asks for Timezone, if the link $what', async ({ parameters }) => {
			const link = { ...linkWithTimezoneMergeField, ...parameters };
			await expect(loadNumbers(link)).rejects.toMatchObject({
				message: 'Timezone has no value yet. Fill it in, or run the previous nodes.',
			});
		});

		it('shows the schedules in the time zone entered in Timezone', async () => {
			const [, secondSchedule] = await loadNumbers({
				...linkWithTimezoneMergeField,
				timezone: 'Europe/London',
			});
			expect(secondSchedule).toEqual([2, '2 · Wed 25 Feb 2026 23:00 · whole series']);
		});
	});
});
