import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../support/harness';
import { matching } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { live } from '../support/sandboxWebinars';

const account = useOwnAccount();

/** An expression that gives the value of the item. */
const EXPRESSION = '={{ $json.value }}';
const oneWebinar = { resource: 'live', webinarId: byId(live.oneSession) };
const registerAnn = { ...oneWebinar, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const getRegistrants = { ...oneWebinar, operation: 'getRegistrants', returnAll: true };
const getSessions = {
	resource: 'live',
	operation: 'getSessions',
	webinarScope: 'all',
	returnAll: true,
};
const createLink = { ...oneWebinar, operation: 'createOneClickLink' };
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

/** The values of an expression without a value. */
const emptyValues = [undefined, null, '', ' '];
const valuesThatAreNoText = [...emptyValues, ['x'], { x: 1 }];
const valuesThatAreNoOption = [undefined, null, '', ['x'], { x: 1 }, 9, 'yes'];
const withFilter = (name: string) => ({ ...getRegistrants, filters: { [name]: EXPRESSION } });

const invalidFields: readonly InvalidField[] = [
	{
		label: 'If Already Registered',
		parameters: { ...registerAnn, options: { ifAlreadyRegistered: EXPRESSION } },
		values: [undefined, 'never'],
	},
	{ label: 'Attended Live', parameters: withFilter('attendedLive'), values: valuesThatAreNoOption },
	{ label: 'Attended Replay', parameters: withFilter('attendedReplay'), values: [undefined, 9] },
	{ label: 'Purchased', parameters: withFilter('purchased'), values: [undefined, 9] },
	{ label: 'Sign-Up Date', parameters: withFilter('dateRange'), values: [undefined, 9] },
	{ label: 'Name or Email Contains', parameters: withFilter('search'), values: valuesThatAreNoText },
	{
		label: 'Session',
		parameters: { ...registerAnn, schedule: byId(EXPRESSION) },
		values: valuesThatAreNoText,
	},
	{
		label: 'Session',
		parameters: { ...getRegistrants, schedule: byId(EXPRESSION) },
		values: valuesThatAreNoText,
	},
	{
		label: 'webinar',
		parameters: { ...getRegistrants, webinarId: byId(EXPRESSION) },
		values: [undefined, null, ''],
	},
	{
		label: 'Limit',
		parameters: { ...getRegistrants, returnAll: false, limit: EXPRESSION },
		values: [...emptyValues, 0],
	},
	{
		label: 'Within Days',
		parameters: { ...getSessions, filters: { withinDays: EXPRESSION } },
		values: [null, '', 0, 'x'],
	},
	{
		label: 'Session Date',
		parameters: { ...getSessions, filters: { sessionDate: EXPRESSION } },
		values: [undefined, null, '', 'yesterday'],
	},
	{
		label: 'Email Tool',
		parameters: { ...createLink, linkFor: 'emailTool', emailTool: EXPRESSION },
		values: [['x']],
	},
	{
		label: 'Include Fields',
		parameters: { ...createLink, emailTool: 'mailchimp', includeFields: EXPRESSION },
		values: [undefined, '', [null], ', '],
	},
	{
		label: 'Live Minutes',
		parameters: { ...getRegistrants, filters: { attendedLive: 'leftAfter', liveMinutes: EXPRESSION } },
		values: [undefined, null, '', ' ', 'x', -1, 1.5, ['x'], { x: 1 }],
	},
	{
		label: 'Replay Minutes',
		parameters: { ...getRegistrants, filters: { attendedReplay: 'leftBefore', replayMinutes: EXPRESSION } },
		values: [undefined, 2.5],
	},
	{ label: 'Return All', parameters: { ...getRegistrants, returnAll: EXPRESSION }, values: emptyValues },
	{ label: 'Simplify', parameters: { ...getRegistrants, simplify: EXPRESSION }, values: emptyValues },
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

describe('an expression that returns an empty or invalid value', () => {
	beforeEach(() => account.addRegistrants(2));

	it.each(invalidFields)(
		'fails for each such value, and names $label',
		async ({ label, parameters, values }) => {
			const items = values.map((value) => (value === undefined ? {} : { value }));
			const output = await account.getOutput(parameters, { items, onError: 'continueRegularOutput' });
			const namesLabel = matching(new RegExp(`^[^.]*${label}`, 'i'));
			expect(output.map(({ error }, index) => [values[index], error])).toEqual(
				values.map((value) => [value, namesLabel]),
			);
			expect(account.countRequests('live/register')).toBe(0);
			expect(account.countRequests('automated/register')).toBe(0);
		},
	);

	it("advises removing the field or checking its expression if an optional field's expression returns no value", async () => {
		await account.expectError(
			{ ...createLinkForContact, options: { dashboardLink: '={{ $json.link }}' } },
			{
				message: 'Dashboard Link is empty',
				description:
					'Fill in Dashboard Link, or remove the field. Check the expression {{ $json.link }} in Dashboard Link.',
			},
		);
	});

	it("registers a contact without the additional fields if the fields' expressions return no value", async () => {
		const additionalFields = {
			lastName: EXPRESSION,
			phone: EXPRESSION,
			phoneCountryCode: EXPRESSION,
			country: EXPRESSION,
			state: EXPRESSION,
			ipAddress: EXPRESSION,
		};
		const parameters = { ...registerAnn, additionalFields };
		const output = await account.getOutput(parameters, { items: [{}, { value: null }] });
		expect(output).toHaveLength(2);
	});
});
