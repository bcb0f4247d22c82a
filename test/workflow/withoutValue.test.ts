import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../support/harness';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

/** An expression that gives the value of the item. */
const EXPRESSION = '={{ $json.value }}';
const live = { resource: 'live', webinarId: byId(1) };
const register = { ...live, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const registerToAutomated = {
	...register,
	resource: 'automated',
	webinarId: byId(101),
	schedule: byId(1013),
};
const getRegistrants = { ...live, operation: 'getRegistrants', returnAll: true };
const getSessions = {
	resource: 'live',
	operation: 'getSessions',
	webinarScope: 'all',
	returnAll: true,
};
const createLink = { ...live, operation: 'createOneClickLink', schedule: byId(11) };
const createLinkForContact = {
	...createLink,
	linkFor: 'contact',
	contactFirstName: 'Ann',
	contactEmail: 'ann@example.com',
};

type Value = IDataObject[string];

/** A field whose expression gives a value that the field does not accept. */
interface InvalidField {
	label: string;
	parameters: INodeParameters;
	values: readonly Value[];
}

/** Values of an expression that has no value. */
const NO_VALUE = [undefined, null, '', ' '];
const NO_TEXT = [...NO_VALUE, ['x'], { x: 1 }];
const NO_OPTION = [undefined, null, '', ['x'], { x: 1 }, 9, 'yes'];
const NO_TIME_IN_ROOM = [undefined, null, '', 30, '30', ['x'], { minutes: 30 }, { time: null }, { time: 30 }];

const withFilter = (name: string) => ({ ...getRegistrants, filters: { [name]: EXPRESSION } });

const invalidFields: readonly InvalidField[] = [
	{
		label: 'Session Date',
		parameters: { ...registerToAutomated, additionalFields: { sessionDate: EXPRESSION } },
		values: [...NO_TEXT, 'tomorrow'],
	},
	{
		label: 'If Already Registered',
		parameters: { ...register, options: { ifAlreadyRegistered: EXPRESSION } },
		values: [...NO_TEXT, 'never'],
	},
	{ label: 'Attended Live', parameters: withFilter('attendedLive'), values: NO_OPTION },
	{ label: 'Attended Replay', parameters: withFilter('attendedReplay'), values: NO_OPTION },
	{ label: 'Purchased', parameters: withFilter('purchased'), values: NO_OPTION },
	{ label: 'Sign-Up Date', parameters: withFilter('dateRange'), values: NO_OPTION },
	{ label: 'Name or Email Contains', parameters: withFilter('search'), values: NO_TEXT },
	{ label: 'Session', parameters: { ...register, schedule: byId(EXPRESSION) }, values: NO_TEXT },
	{ label: 'Session', parameters: { ...getRegistrants, schedule: byId(EXPRESSION) }, values: NO_TEXT },
	{
		label: 'webinar',
		parameters: { ...getRegistrants, webinarId: byId(EXPRESSION) },
		values: [undefined, null, ''],
	},
	{
		label: 'Limit',
		parameters: { ...getRegistrants, returnAll: false, limit: EXPRESSION },
		values: [...NO_VALUE, 0],
	},
	{
		label: 'Within Days',
		parameters: { ...getSessions, filters: { withinDays: EXPRESSION } },
		values: [null, '', 0, 'x'],
	},
	{
		label: 'Email Tool',
		parameters: { ...createLink, linkFor: 'emailTool', emailTool: EXPRESSION },
		values: [['x']],
	},
	{
		label: 'Left the Live Room',
		parameters: withFilter('attendedLiveSeconds'),
		values: NO_TIME_IN_ROOM,
	},
	{
		label: 'Left the Replay Room',
		parameters: withFilter('attendedReplaySeconds'),
		values: NO_TIME_IN_ROOM,
	},
	{
		label: 'Minutes',
		parameters: {
			...getRegistrants,
			filters: { attendedLiveSeconds: { time: { left: 4, minutes: EXPRESSION } } },
		},
		values: [undefined, null],
	},
	{
		label: 'Title Contains',
		parameters: { ...getSessions, filters: { titleContains: EXPRESSION } },
		values: [undefined, null, ''],
	},
	{
		label: 'Dashboard Link',
		parameters: { ...createLinkForContact, options: { dashboardLink: EXPRESSION } },
		values: [undefined, null, ''],
	},
];

const cases = invalidFields.flatMap(({ label, parameters, values }) =>
	values.map((value) => ({ label, parameters, value, valueText: JSON.stringify(value) ?? 'undefined' })),
);

describe('an expression without a valid value', () => {
	beforeEach(() => account.addRegistrants(2));

	it.each(cases)(
		'fails with an error that names $label if its expression gives $valueText',
		async ({ label, parameters, value }) => {
			const item = value === undefined ? {} : { value };
			const { run, output } = await account.run(parameters, { items: [item] });
			expect(output).toEqual([]);
			const { error } = run.data.resultData;
			expect(error?.message).toMatch(new RegExp(label, 'i'));
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			const changes = account.sandbox.calls.filter(({ operation }) => /register|unsubscribe/.test(operation));
			expect(changes).toEqual([]);
		},
	);

	it('names the missing input field that an expression refers to', async () => {
		await account.expectError(
			{ ...register, email: '={{ $json.mail }}' },
			{
				message: 'Email is missing',
				description:
					'The expression {{ $json.mail }} in Email has no value. Check that the input has a value in "mail".',
			},
			{ items: [{ email: 'ann@example.com' }] },
		);
	});

	it('advises to check the input or remove the entry if an optional field has an expression without a value', async () => {
		await account.expectError(
			{ ...createLinkForContact, options: { dashboardLink: '={{ $json.link }}' } },
			{
				message: 'Dashboard Link is empty',
				description:
					'The expression {{ $json.link }} in Dashboard Link has no value. Check that the input has a value in "link". You can also remove the entry.',
			},
		);
	});

	it('advises to fill in or remove an optional field that is empty', async () => {
		await account.expectError(
			{ ...createLinkForContact, options: { dashboardLink: '' } },
			{
				message: 'Dashboard Link is empty',
				description: 'Fill in Dashboard Link, or remove the entry.',
			},
		);
	});

	it.each(['lastName', 'phone', 'phoneCountryCode', 'country', 'state', 'ipAddress'])(
		'registers a contact without %s if its expression has no value',
		async (name) => {
			const parameters = { ...register, additionalFields: { [name]: EXPRESSION } };
			const output = await account.getOutput(parameters, { items: [{}, { value: null }] });
			expect(output).toHaveLength(2);
		},
	);
});

describe('the phone number of a contact', () => {
	const registerWithPhone = async (phone: Value) =>
		await account.run(
			{
				...register,
				webinarId: byId(5),
				additionalFields: { phone: EXPRESSION, phoneCountryCode: '+49', smsConsent: true },
			},
			{ items: [{ value: phone }] },
		);

	it.each([30123456, '30 123456', '(030) 12-34.56'])(
		'registers a contact with the phone number %j',
		async (phone) => {
			const { output } = await registerWithPhone(phone);
			expect(output).toHaveLength(1);
		},
	);

	it.each(['30123456,5', 30123456.5, 3012345.25])(
		'sends no registration for a phone number with decimals: %j',
		async (phone) => {
			const { run, output } = await registerWithPhone(phone);
			expect(output).toEqual([]);
			expect(run.data.resultData.error?.message).toContain('Phone');
			expect(account.countRequests('live/register')).toBe(0);
		},
	);
});
