import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';

const registerAnn = { operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const registerAnnLive = { ...registerAnn, resource: 'live', webinarId: byId(live.customFields) };
const registerAnnAutomated = {
	...registerAnn,
	resource: 'automated',
	webinarId: byId(automated.attendeeLocalTime),
	timezone: 'Europe/London',
};
const locator = (mode: string, value: string) => ({ __rl: true as const, mode, value });
type Field = Record<'label' | 'value', NodeParameterValueType>;
/** Parameters with these custom fields. */
const withCustomFields = (...field: Field[]): INodeParameters => ({
	additionalFields: { customFields: { field } },
});

describe('custom fields', () => {
	const harness = useHarness();

	/** Returns label and description of each entry in the list of custom fields. */
	const loadLabels = async (parameters: INodeParameters, filter?: string) => {
		const entries = await harness.loadChoices('searchCustomFields', parameters, filter);
		return entries.map(({ value, description }) => [value, description]);
	};

	/** Returns name and value of each entry in the list of options for the second of two custom fields. */
	const loadOptions = async (parameters: INodeParameters, label: NodeParameterValueType, filter?: string) => {
		const fields = withCustomFields({ label: 'another', value: '' }, { label, value: '' });
		const entries = await harness.loadChoices(
			'searchCustomFieldOptions',
			{ ...parameters, ...fields },
			filter,
			undefined,
			'parameters.additionalFields.customFields.field[1].value',
		);
		return entries.map(({ name, value }) => [name, value]);
	};

	it("names the webinar's custom fields in a hint if none has the label", async () => {
		const questions = [{ id: 1802, label: 'whereDidYouHearAboutUs', required: false }];
		harness.changeWebinar(automated.attendeeLocalTime, {
			customFields: { shownAs: 'registration_fields', questions },
		});
		const answer = { label: 'where_did_you_hear', value: 'A friend' };
		const { hints } = await harness.run({ ...registerAnnAutomated, ...withCustomFields(answer) });
		expect(hints).toContainEqual(
			containing(
				'The webinar lists no custom field "where_did_you_hear", so the service may drop the answer.',
			),
		);
		expect(hints).toContainEqual(containing('The webinar\'s custom fields are "whereDidYouHearAboutUs".'));
	});

	it("lists a live webinar's custom fields, with the options of each drop-down", async () => {
		await expect(loadLabels(registerAnnLive)).resolves.toEqual([
			['whereDidYouHearAboutUs', undefined],
			['topicsOfInterest', 'Options: Sales, Marketing, Support & success'],
		]);
	});

	it('lists only the custom fields of which the label or an option matches the search', async () => {
		const entries = await loadLabels(registerAnnLive, 'marketing');
		expect(entries.map(([label]) => label)).toEqual(['topicsOfInterest']);
	});

	it('does not offer fields of the form for which the node has its own field', async () => {
		const ownFields = ['first_name', 'email', 'phone', 'phone_number', 'twilio_consent', 'country'];
		const questions = [...ownFields, 'jobTitle'].map((label, index) => ({
			id: 1800 + index,
			label,
			required: false,
		}));
		harness.changeWebinar(automated.attendeeLocalTime, {
			customFields: { shownAs: 'registration_fields', questions },
		});
		const withJobTitle = await loadLabels(registerAnnAutomated);
		expect(withJobTitle.map(([label]) => label)).toEqual(['jobTitle']);
	});

	it("lists a custom field's options after the user chooses the custom field from the list", async () => {
		await expect(loadOptions(registerAnnAutomated, locator('list', 'companySize'))).resolves.toEqual([
			['1-10', '1-10'],
			['11-100', '11-100'],
			['More than 100', 'More than 100'],
		]);
	});

	it('sends the option that the user chooses from the list, even if its text is the ID of another option', async () => {
		const options = [
			{ id: 1, text: '0' },
			{ id: 2, text: '1' },
		];
		const questions = [{ id: 1802, label: 'companySize', required: false, options }];
		harness.changeWebinar(automated.attendeeLocalTime, {
			customFields: { shownAs: 'registration_fields', questions },
		});
		const [, [, chosen] = ['', '']] = await loadOptions(registerAnnAutomated, 'companySize');
		const answer = { label: 'companySize', value: { ...locator('list', ''), value: chosen } };
		await harness.getOutput({ ...registerAnnAutomated, ...withCustomFields(answer) });
		expect(harness.sandbox.registrants[0]?.answers).toEqual({ companySize: ['1'] });
	});

	it('sends the option with the chosen text after the user chooses another webinar, in which it has another ID', async () => {
		const [, [, chosen] = ['', '']] = await loadOptions(registerAnnAutomated, 'companySize');
		const options = [
			{ id: 12, text: '1-10' },
			{ id: 13, text: '11-100' },
		];
		const questions = [{ id: 1902, label: 'companySize', required: false, options }];
		harness.changeWebinar(live.oneSession, { customFields: { shownAs: 'custom_fields', questions } });
		const otherWebinar = { ...registerAnnLive, webinarId: byId(live.oneSession) };
		const answer = { label: 'companySize', value: { ...locator('list', ''), value: chosen } };
		await harness.getOutput({ ...otherWebinar, ...withCustomFields(answer) });
		expect(harness.sandbox.registrants[0]?.answers).toEqual({ companySize: ['11-100'] });
	});

	it.each([
		{
			reason: 'the custom field has none',
			label: 'jobTitle',
			message: 'The service lists no options for jobTitle',
		},
		{ reason: 'the label is unknown', label: 'unknown', message: 'The service lists no options for unknown' },
		{ reason: 'the label is empty', label: '', message: 'Choose a label to see its options.' },
		{
			reason: 'the label is an expression',
			label: '={{ $json.label }}',
			message: 'Choose a label to see its options.',
		},
	])('fails to list the options if $reason, with the advice to use By Text', async ({ label, message }) => {
		await expect(loadOptions(registerAnnAutomated, label)).rejects.toMatchObject({
			message,
			description: 'Choose "By Text" and enter the answer.',
		});
	});

	it.each([
		{
			reason: 'the webinar has none',
			webinarId: byId(live.oneSession),
			message: 'The service lists no custom fields for this webinar',
		},
		{
			reason: 'Webinar is an expression',
			webinarId: byId('={{ $json.id }}'),
			message: 'Webinar has no value yet. Run the previous nodes.',
		},
		{
			reason: 'no webinar is chosen',
			webinarId: locator('list', ''),
			message: 'Choose a webinar to see its custom fields.',
		},
	])(
		'fails to list the custom fields if $reason, with the advice to use By Label',
		async ({ webinarId, message }) => {
			await expect(loadLabels({ ...registerAnnLive, webinarId })).rejects.toMatchObject({
				message,
				description: containing('By Label'),
			});
		},
	);

	it('adds a space before a label or option that looks like an expression, so that n8n does not evaluate it', async () => {
		const label = '={{ 6 * 7 }}';
		const options = [{ id: 1, text: '={{ 1 }}' }];
		const questions = [{ id: 1, label, required: true, options }];
		harness.changeWebinar(live.oneSession, { customFields: { shownAs: 'custom_fields', questions } });
		const parameters = { ...registerAnnLive, webinarId: byId(live.oneSession) };
		const entries = await harness.loadChoices('searchCustomFields', parameters);
		const labelWithSpace = ` ${label}`;
		expect(entries).toMatchObject([{ name: labelWithSpace, value: labelWithSpace }]);
		const chosenLabel = { ...locator('list', labelWithSpace), cachedResultName: labelWithSpace };
		await expect(loadOptions(parameters, chosenLabel)).resolves.toMatchObject([[' ={{ 1 }}', ' ={{ 1 }}']]);
		await harness.getOutput({
			...parameters,
			...withCustomFields({ label: chosenLabel, value: ' ={{ 1 }}' }),
		});
		expect(harness.sandbox.registrants[0]?.answers).toEqual({ [label]: ['={{ 1 }}'] });
		expect(harness.sandbox.calls.at(-1)?.parameters[label]).toBe('1');
	});

	/** Registers Ann with custom fields, and returns the sent parameters and the stored answers. */
	const registerWithCustomFields = async (parameters: INodeParameters, ...fields: Field[]) => {
		await harness.getOutput({ ...parameters, ...withCustomFields(...fields) });
		const { parameters: sent = {} } = harness.sandbox.calls.at(-1) ?? {};
		return { sent, answers: harness.sandbox.registrants[0]?.answers };
	};
	/** Returns the names of the parameters in which the answers to topicsOfInterest were sent. */
	const topicParameters = (sent: object) => Object.keys(sent).filter((name) => name.startsWith('topics'));

	it('sends several answers to a custom field that the user adds several times', async () => {
		const { sent, answers } = await registerWithCustomFields(
			registerAnnLive,
			{ label: byId('whereDidYouHearAboutUs'), value: ' A friend & colleague ' },
			{ label: 'topicsOfInterest', value: '1' },
			{ label: 'topicsOfInterest', value: 'Marketing' },
			{ label: '', value: '' },
		);
		expect(answers).toMatchObject({
			whereDidYouHearAboutUs: ['A friend & colleague'],
			topicsOfInterest: ['Sales', 'Marketing'],
		});
		expect(topicParameters(sent)).toEqual(['topicsOfInterest[]']);
	});

	it('sends the custom field "purchased", although Get Registrants has a parameter with this name', async () => {
		const { sent } = await registerWithCustomFields(
			registerAnnLive,
			{ label: 'whereDidYouHearAboutUs', value: 'A friend' },
			{ label: 'purchased', value: 'nothing' },
		);
		expect(sent).toMatchObject({ purchased: 'nothing' });
	});

	it('reads the webinar again before failing a contact with an unknown option', async () => {
		harness.sharesCache = true;
		const withCompanySize = (value: string) => withCustomFields({ label: 'companySize', value });
		await harness.getOutput({ ...registerAnnAutomated, ...withCompanySize('1-10') });
		await harness.expectError(
			{ ...registerAnnAutomated, ...withCompanySize('Two') },
			{
				message: '"Two" is not an option of companySize in "Your questions, at your own time"',
				description:
					'Use the label or the ID of one of these options: 1-10 (11), 11-100 (12) and More than 100 (13).',
			},
		);
		const options = [{ id: 21, text: 'Two' }];
		const questions = [{ id: 1802, label: 'companySize', required: false, options }];
		harness.changeWebinar(automated.attendeeLocalTime, {
			customFields: { shownAs: 'registration_fields', questions },
		});
		harness.passTime(6000);
		await harness.getOutput({ ...registerAnnAutomated, email: 'ben@example.com', ...withCompanySize('two') });
		const companySizes = harness.sandbox.registrants.map(({ answers }) => answers.companySize);
		expect(companySizes).toEqual([['1-10'], ['Two']]);
	});

	it.each([
		{ field: { label: '', value: 'A friend' }, message: 'A custom field has no label' },
		{ field: { label: 'first_name[]', value: 'Bob' }, message: '"first_name[]" is not a custom field' },
		{ field: { label: 'schedule[0]', value: '1' }, message: '"schedule[0]" is not a custom field' },
		{ field: { label: 'api_key', value: 'x' }, message: '"api_key" is not a custom field' },
		{ field: { label: 'webinar_id', value: '1' }, message: '"webinar_id" is not a custom field' },
		{ field: { label: 'date', value: '2026-01-31 13:00' }, message: '"date" is not a custom field' },
		{ field: { label: 'timezone', value: 'GMT-5' }, message: '"timezone" is not a custom field' },
		{ field: { label: 'twilio_consent', value: '1' }, message: '"twilio_consent" is not a custom field' },
		{ field: { label: 'jobTitle', value: '={{ ({}) }}' }, message: 'jobTitle must be text' },
		{ field: { label: '', value: '={{ ({}) }}' }, message: 'Value must be text' },
	])('fails without a request if the custom field is invalid: $field', async ({ field, message }) => {
		await harness.expectErrorWithoutRequest({ ...registerAnnLive, ...withCustomFields(field) }, message);
	});
});
