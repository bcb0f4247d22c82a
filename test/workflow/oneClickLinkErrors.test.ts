import { byId, useHarness } from '../support/harness';

const template = { resource: 'live', operation: 'createOneClickLink', webinarId: byId(1) };
const forContact = { linkFor: 'contact', contactFirstName: '李雷', contactEmail: 'ann+webinar@example.com' };

describe('one-click links that cannot be made', () => {
	const harness = useHarness();

	it.each([
		[
			{ resource: 'automated', webinarId: byId(104), includeFields: ['timezone'] },
			'The link has no time zone',
		],
		[{ webinarId: byId(7) }, 'The webinar has no session'],
		[{ schedule: byId(99) }, 'The webinar has no schedule with the ID 99'],
		[
			{ emailTool: 'custom', mergeFields: { email: '*|EMAIL|*' } },
			'The link has no merge field for First Name',
		],
		[{ emailTool: 'mailchimp', includeFields: ['phone'] }, 'Mailchimp has no single merge field for Phone'],
		[
			{ emailTool: 'custom', mergeFields: { firstName: '{{ a }}', email: '={{ contact.email }}' } },
			'The merge field for Email is an expression without a value',
		],
		[
			{
				emailTool: 'custom',
				mergeFields: { firstName: '%A%', email: '%B%', timezone: '={{ subscriber.zone.name }}' },
			},
			'The merge field for Timezone is an expression without a value',
		],
		[
			{ options: { dashboardLink: 'https://example.com/x' } },
			'The dashboard link is not a one-click registration link',
		],
		[{ includeFields: '={{ "lastName,mail" }}' }, '"mail" is not an option of Include Fields'],
		[{ ...forContact, linkFor: '={{ "Contact" }}' }, '"Contact" is not an option of Link For'],
		[{ ...forContact, contactEmail: '={{ "ann" }}' }, '"ann" is not an email address'],
	])('say what is missing: %j', async (parameters, message) => {
		await expect(harness.error({ ...template, ...parameters })).resolves.toMatchObject({ message });
	});

	it.each([
		[
			{ emailTool: 'custom', mergeFields: { firstName: '={{ contact.name }}', email: '%B%' } },
			/: switch the field to Fixed\.$/,
		],
		[
			{ emailTool: 'kit', includeFields: ['phone'] },
			/^Remove Phone from Include Fields, or set Email Tool to "Other/,
		],
	])('say what to do: %j', async (parameters, description) => {
		const failure = await harness.error({ ...template, ...parameters });
		expect(failure.description).toMatch(description);
	});

	it('say everything at once that is wrong with a contact, before any call', async () => {
		const parameters = {
			...{ ...template, resource: 'automated', timezone: 'EST' },
			...{ webinarId: byId('={{ "six" }}'), schedule: byId('soon') },
			...{ linkFor: 'contact', contactFirstName: ' ', contactEmail: 'ann' },
			contactFields: { phone: 'call me', lastName: '={{ [] }}' },
			options: { dashboardLink: 'https://example.com/x' },
		};
		const { message } = await harness.error(parameters);
		expect(message.split('. ')).toEqual([
			'First Name is required',
			'"six" is not a webinar ID',
			'Timezone "EST" is not known',
			'"soon" is not a session',
			'"ann" is not an email address',
			'Last Name is not a text',
			'Phone "call me" is not a number',
			'The dashboard link is not a one-click registration link',
		]);
		expect(harness.calls).toEqual([]);
	});

	it('say everything at once that is wrong with merge fields, before any call', async () => {
		const parameters = {
			...{ ...template, resource: 'automated', emailTool: 'custom', includeFields: ['phone', 'timezone'] },
			schedule: byId('justInTime'),
			mergeFields: { firstName: '{{ a }}&b', email: 'my email', phone: 'which?' },
		};
		const { message } = await harness.error(parameters);
		expect(message.split('. ')).toEqual([
			'The link has no time zone',
			'A one-click link cannot lead to a just-in-time or instant-replay session',
			'The merge field for First Name contains an "&", which begins the next parameter of the link',
			'The merge field for Email contains a space or a line break',
			'The link has no merge field for Phone Country Code',
			'The merge field for Phone contains a "?"',
		]);
		expect(harness.calls).toEqual([]);
	});

	it.each([
		{ ...forContact, linkFor: '={{ "Contact" }}' },
		{ emailTool: '={{ [] }}' },
		{ emailTool: 'custom', mergeFields: { firstName: '%A%', email: '%B%', timezone: '={{ [] }}' } },
		{ emailTool: 'custom', mergeFields: { firstName: '%A%', email: '%B%', timezone: 'my zone' } },
	])('say each fault once: %j', async (parameters) => {
		const run = { ...template, resource: 'automated', webinarId: byId(102), ...parameters };
		const { message } = await harness.error(run);
		expect(message.split('. ')).toHaveLength(1);
		expect(message).toMatch(/ is not a|^The merge field for Timezone contains a space/);
		expect(harness.calls).toEqual([]);
	});

	it('need the address of the attendee pages', async () => {
		const credential = { ...harness.credential, eventUrl: '' };
		await expect(harness.error(template, { credential })).resolves.toMatchObject({
			message: 'Attendee Pages URL is empty',
		});
	});
});
