import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../support/harness';
import { matching } from '../support/matchers';
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

/** The field that the error names, where the expression stands, and what it gives; undefined stands for no value. */
type Case = readonly [label: string, parameters: INodeParameters, values: readonly Given[]];

const nothing = [undefined, null, '', ' '];
const noText = [...nothing, ['x'], { x: 1 }];

/** An item whose expression gives this. */
const itemWith = (given: Given): IDataObject => (given === undefined ? {} : { value: given });

async function expectError(label: string, parameters: INodeParameters, given: Given): Promise<void> {
	const { run, output } = await account.run(parameters, { items: [itemWith(given)] });
	const { error } = run.data.resultData;
	expect({ output: output.length, message: error?.message }).toEqual({
		output: 0,
		message: matching(new RegExp(label, 'i')),
	});
	expect(error?.context).toMatchObject({ itemIndex: 0 });
	const lasting = account.sandbox.calls.filter(({ operation }) => /register|unsubscribe/.test(operation));
	expect(lasting).toEqual([]);
}

const filter = (name: string) => ({ ...people, filters: { [name]: value } });

const cases: readonly Case[] = [
	['Session Date', { ...automated, additionalFields: { sessionDate: value } }, [...noText, 'tomorrow']],
	['If Already Registered', { ...register, options: { ifAlreadyRegistered: value } }, [...noText, 'never']],
	...Object.entries({
		attendedLive: 'Attended Live',
		attendedReplay: 'Attended Replay',
		purchased: 'Purchased',
		dateRange: 'Sign-Up Date',
	}).map(([name, label]): Case => [label, filter(name), [undefined, null, '', ['x'], { x: 1 }, 9, 'yes']]),
	['Name or Email Contains', filter('search'), noText],
	['Session', { ...register, schedule: byId(value) }, noText],
	['Session', { ...people, schedule: byId(value) }, noText],
	['webinar', { ...people, webinarId: byId(value) }, [undefined, null, '']],
	['Limit', { ...people, returnAll: false, limit: value }, [...nothing, 0]],
	['Within Days', { ...sessions, filters: { withinDays: value } }, [null, '', 0, 'x']],
	['Email Tool', { ...link, linkFor: 'emailTool', emailTool: value }, [['x']]],
	...Object.entries({ attendedLiveSeconds: 'Live', attendedReplaySeconds: 'Replay' }).map(
		([name, place]): Case => [
			`Left the ${place} Room`,
			filter(name),
			[undefined, null, '', 30, '30', ['x'], { minutes: 30 }, { time: null }, { time: 30 }],
		],
	),
	[
		'Minutes',
		{ ...people, filters: { attendedLiveSeconds: { time: { left: 4, minutes: value } } } },
		[undefined, null],
	],
	['Title Contains', { ...sessions, filters: { titleContains: value } }, [undefined, null, '']],
	['Dashboard Link', { ...ofContact, options: { dashboardLink: value } }, [undefined, null, '']],
];

const rows = cases.flatMap(([label, parameters, values]) =>
	values.map((given) => ({ label, parameters, given, what: JSON.stringify(given) ?? 'nothing' })),
);

describe('an expression', () => {
	beforeEach(() => account.add(2));

	it.each(rows)('in $label that gives $what is an error that names it', async (row) => {
		await expectError(row.label, row.parameters, row.given);
	});

	it('with a typo is named, with the field that the input lacks', async () => {
		await account.fails(
			{ ...register, email: '={{ $json.emial }}' },
			{
				message: 'Email is missing',
				description:
					'The expression {{ $json.emial }} in Email has no value. Check that the input has a value in "emial".',
			},
			{ items: [{ email: 'ann@example.com' }] },
		);
	});

	it('without a value is named in a collection, while a fixed field without a value is to be filled in', async () => {
		const withLink = (dashboardLink: string) => ({ ...ofContact, options: { dashboardLink } });
		await account.fails(withLink('={{ $json.link }}'), {
			message: 'Dashboard Link is empty',
			description:
				'The expression {{ $json.link }} in Dashboard Link has no value. Check that the input has a value in "link". You can also remove the entry.',
		});
		await account.fails(withLink(''), {
			message: 'Dashboard Link is empty',
			description: 'Fill in Dashboard Link, or remove the entry.',
		});
	});

	it.each(['lastName', 'phone', 'phoneCountryCode', 'country', 'state', 'ipAddress'])(
		'without a value is nothing in plain contact data: %s',
		async (name) => {
			const parameters = { ...register, additionalFields: { [name]: value } };
			const output = await account.output(parameters, { items: [{}, { value: null }] });
			expect(output).toHaveLength(2);
		},
	);
});

describe('a phone number', () => {
	const phone = (given: Given) =>
		account.run(
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

	it.each(['30123456,5', 30123456.5, 3012345.25])(
		'is no text with a comma, and no number with decimals: %j',
		async (given) => {
			const { run, output } = await phone(given);
			expect(output).toEqual([]);
			expect(run.data.resultData.error?.message).toContain('Phone');
			expect(account.count('live/register')).toBe(0);
		},
	);
});
