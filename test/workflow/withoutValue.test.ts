import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../support/harness';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

/** An expression for the value of the item. */
const value = '={{ $json.value }}';
const live = { resource: 'live', webinarId: byId(1) };
const register = { ...live, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const automated = { ...register, resource: 'automated', webinarId: byId(101), schedule: byId(1013) };
const people = { ...live, operation: 'getRegistrants', returnAll: true };
const sessions = { resource: 'live', operation: 'getSessions', webinarScope: 'all', returnAll: true };
const link = { ...live, operation: 'createOneClickLink', schedule: byId(11) };
const ofContact = { ...link, linkFor: 'contact', contactFirstName: 'Ann', contactEmail: 'ann@example.com' };

type Given = IDataObject[string];

interface Case {
	label: string;
	parameters: INodeParameters;
	/** What the expression gives; undefined stands for no value. */
	values: readonly Given[];
}

const nothing = [undefined, null, '', ' '];
const noText = [...nothing, ['x'], { x: 1 }];

const rows = (all: readonly Case[]) =>
	all.flatMap(({ label, parameters, values }) =>
		values.map((given) => ({ label, parameters, given, what: JSON.stringify(given) ?? 'nothing' })),
	);

/** An item whose expression gives this. */
const itemWith = (given: Given): IDataObject => (given === undefined ? {} : { value: given });

async function expectError(label: string, parameters: INodeParameters, given: Given): Promise<void> {
	const { run, output } = await account.harness.run(parameters, { items: [itemWith(given)] });
	const { error } = run.data.resultData;
	expect({ output: output.length, message: error?.message }).toEqual({
		output: 0,
		message: expect.stringMatching(new RegExp(label, 'i')) as string,
	});
	expect(error?.context).toMatchObject({ itemIndex: 0 });
	const lasting = account.sandbox.calls.filter(({ operation }) => /register|unsubscribe/.test(operation));
	expect(lasting).toEqual([]);
}

const cases: readonly Case[] = [
	{
		label: 'Session Date',
		parameters: { ...automated, additionalFields: { sessionDate: value } },
		values: [...noText, 'tomorrow'],
	},
	{
		label: 'If Already Registered',
		parameters: { ...register, options: { ifAlreadyRegistered: value } },
		values: [...noText, 'never'],
	},
	...Object.entries({
		attendedLive: 'Attended Live',
		attendedReplay: 'Attended Replay',
		purchased: 'Purchased',
		dateRange: 'Date Range',
	}).map(([name, label]) => ({
		label,
		parameters: { ...people, filters: { [name]: value } },
		values: [undefined, null, '', ['x'], { x: 1 }, 9, 'yes'],
	})),
	{ label: 'Search', parameters: { ...people, filters: { search: value } }, values: noText },
	{ label: 'Session', parameters: { ...register, schedule: byId(value) }, values: noText },
	{ label: 'Session', parameters: { ...people, schedule: byId(value) }, values: noText },
	{ label: 'webinar', parameters: { ...people, webinarId: byId(value) }, values: [undefined, null, ''] },
	{ label: 'Limit', parameters: { ...people, returnAll: false, limit: value }, values: [...nothing, 0] },
	{
		label: 'Within Days',
		parameters: { ...sessions, filters: { withinDays: value } },
		values: [null, '', 0, 'x'],
	},
	{ label: 'Email Tool', parameters: { ...link, linkFor: 'emailTool', emailTool: value }, values: [['x']] },
	...Object.entries({ attendedLiveSeconds: 'Live', attendedReplaySeconds: 'Replay' }).map(
		([name, place]) => ({
			label: `Left the ${place} Room`,
			parameters: { ...people, filters: { [name]: value } },
			values: [undefined, null, '', 30, '30', ['x'], { minutes: 30 }, { time: null }, { time: 30 }],
		}),
	),
	{
		label: 'Minutes',
		parameters: { ...people, filters: { attendedLiveSeconds: { time: { left: 4, minutes: value } } } },
		values: [undefined, null],
	},
	{
		label: 'Title Contains',
		parameters: { ...sessions, filters: { titleContains: value } },
		values: [undefined, null, ''],
	},
	{
		label: 'Dashboard Link',
		parameters: { ...ofContact, options: { dashboardLink: value } },
		values: [undefined, null, ''],
	},
];

describe('an expression', () => {
	beforeEach(() => account.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, 2));

	it.each(rows(cases))('in $label that gives $what is an error that names it', async (row) => {
		await expectError(row.label, row.parameters, row.given);
	});

	it.each(['lastName', 'phone', 'phoneCountryCode', 'country', 'state', 'ipAddress'])(
		'without a value is nothing in plain contact data: %s',
		async (name) => {
			const parameters = { ...register, additionalFields: { [name]: value } };
			const output = await account.harness.output(parameters, { items: [{}, { value: null }] });
			expect(output).toHaveLength(2);
		},
	);
});

describe('an expression of the trigger', () => {
	const all = { ...live, webinarScope: 'all', event: 'registrantAdded' };

	it.each([
		['Title Contains', { ...all, options: { titleContains: '={{ undefined }}' } }],
		['Title Contains', { ...all, options: { titleContains: '={{ null }}' } }],
	])('in %s without a value does not watch all webinars: %j', async (label, parameters) => {
		await expect(account.harness.activate(parameters)).rejects.toMatchObject({
			message: expect.stringContaining(label) as string,
		});
	});
});

describe('a phone number', () => {
	const phone = (given: Given) =>
		account.harness.run(
			{
				...register,
				webinarId: byId(5),
				additionalFields: { phone: value, phoneCountryCode: '+49', smsConsent: true },
			},
			{ items: [{ value: given }] },
		);

	it.each([[30123456], ['30 123456'], ['(030) 12-34.56']])('may be %j', async (given) => {
		const { output } = await phone(given);
		expect(output).toHaveLength(1);
	});

	const expectRefused = async (given: Given) => {
		const { run, output } = await phone(given);
		expect(output).toEqual([]);
		expect(run.data.resultData.error?.message).toContain('Phone');
		expect(account.count('live/register')).toBe(0);
	};

	it('is not a text with a comma', async () => {
		await expectRefused('30123456,5');
	});

	it.each([30123456.5, 3012345.25])('is not a number with decimals: %j', async (given) => {
		await expectRefused(given);
	});
});
