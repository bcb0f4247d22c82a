import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';

const register = { operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const registerLive = { ...register, resource: 'live', webinarId: byId(8) };
const registerAutomated = {
	...register,
	resource: 'automated',
	webinarId: byId(108),
	timezone: 'Europe/London',
};
const locator = (mode: string, value: string) => ({ __rl: true as const, mode, value });
type Field = Record<'label' | 'value', NodeParameterValueType>;
/** Additional Fields with these custom fields. */
const withFields = (...field: Field[]): INodeParameters => ({
	additionalFields: { customFields: { field } },
});

describe('custom fields', () => {
	const harness = useHarness();

	/** Label and description of each entry in the list of custom fields. */
	const listLabels = async (parameters: INodeParameters, filter?: string) => {
		const entries = await harness.list('searchCustomFields', parameters, filter);
		return entries.map(({ value, description }) => [value, description]);
	};

	/** Name and value of each entry in the list of options for the second of two custom fields. */
	const listOptions = async (parameters: INodeParameters, label: NodeParameterValueType, filter?: string) => {
		const fields = withFields({ label: 'another', value: '' }, { label, value: '' });
		const entries = await harness.list(
			'searchCustomFieldOptions',
			{ ...parameters, ...fields },
			filter,
			undefined,
			'parameters.additionalFields.customFields.field[1].value',
		);
		return entries.map(({ name, value }) => [name, value]);
	};

	it('lists the custom fields of a live webinar with the options of a drop-down', async () => {
		await expect(listLabels(registerLive)).resolves.toEqual([
			['whereDidYouHearAboutUs', undefined],
			['topicsOfInterest', 'Options: Sales, Marketing, Support & success'],
		]);
	});

	it('finds a custom field of an automated webinar by a part of its label in any case', async () => {
		await expect(listLabels(registerAutomated, 'COMPANY')).resolves.toEqual([
			['companySize', 'Options: 1-10, 11-100, More than 100'],
		]);
	});

	it.each([
		{ search: 'where', found: ['whereDidYouHearAboutUs'] },
		{ search: 'topics', found: ['topicsOfInterest'] },
		// An option of the second one.
		{ search: 'marketing', found: ['topicsOfInterest'] },
		{ search: 'budget', found: [] },
	])('lists only the custom fields that match the search "$search"', async ({ search, found }) => {
		const entries = await listLabels(registerLive, search);
		expect(entries.map(([label]) => label)).toEqual(found);
	});

	it('lists the options of the custom field whose label is chosen from the list', async () => {
		await expect(listOptions(registerAutomated, locator('list', 'companySize'))).resolves.toEqual([
			['1-10', '11'],
			['11-100', '12'],
			['More than 100', '13'],
		]);
	});

	it('finds an option by a part of its text in any case', async () => {
		await expect(listOptions(registerAutomated, 'companySize', 'more')).resolves.toEqual([
			['More than 100', '13'],
		]);
	});

	const withoutCustomFields = { ...registerLive, webinarId: byId(1) };

	it.each([
		['The service lists no options for jobTitle', registerAutomated, 'jobTitle'],
		['The service lists no options for unknown', registerAutomated, 'unknown'],
		['Choose a label to see its options.', registerAutomated, ''],
		['Choose a label to see its options.', registerAutomated, '={{ $json.label }}'],
		['The service lists no custom fields for this webinar', withoutCustomFields, 'jobTitle'],
	])('explains why there are no options, and says to use By Text: %s', async (message, parameters, label) => {
		await expect(listOptions(parameters, label)).rejects.toMatchObject({
			message,
			description: 'Choose "By Text" and enter the answer.',
		});
	});

	it.each([
		['The service lists no custom fields for this webinar', byId(1)],
		['Webinar has no value yet: run the previous nodes.', byId('={{ $json.id }}')],
		['Choose a webinar to see its custom fields.', locator('list', '')],
	])('explains why there are no labels, and says to use By Label: %s', async (message, webinarId) => {
		await expect(listLabels({ ...registerLive, webinarId })).rejects.toMatchObject({
			message,
			description: containing('By Label'),
		});
	});

	it('does not evaluate labels and options that look like expressions', async () => {
		const label = '={{ 6 * 7 }}';
		const options = [{ id: 1, text: '={{ 1 }}' }];
		const questions = [{ id: 1, label, required: true, options }];
		harness.change(1, { customFields: { shownAs: 'custom_fields', questions } });
		const parameters = { ...registerLive, webinarId: byId(1) };
		const entries = await harness.list('searchCustomFields', parameters);
		// The leading space keeps n8n from evaluating them.
		expect(entries).toMatchObject([{ name: ` ${label}`, value: ` ${label}` }]);
		const chosenLabel = { ...locator('list', ` ${label}`), cachedResultName: ` ${label}` };
		await expect(listOptions(parameters, chosenLabel)).resolves.toMatchObject([[' ={{ 1 }}', '1']]);
		await harness.output({ ...parameters, ...withFields({ label: chosenLabel, value: ' ={{ 1 }}' }) });
		expect(harness.sandbox.registrants[0]?.answers).toEqual({ [label]: ['={{ 1 }}'] });
		expect(harness.sandbox.calls.at(-1)?.parameters[label]).toBe('1');
	});

	/** Registers a person with these custom fields, and returns what the service received and stored. */
	const registerWith = async (parameters: INodeParameters, ...fields: Field[]) => {
		await harness.output({ ...parameters, ...withFields(...fields) });
		const { parameters: sent = {} } = harness.sandbox.calls.at(-1) ?? {};
		return { sent, answers: harness.sandbox.registrants[0]?.answers };
	};
	/** The names under which the answers to topicsOfInterest were sent. */
	const topicNames = (sent: object) => Object.keys(sent).filter((name) => name.startsWith('topics'));

	it('sends several answers to a custom field that is added several times', async () => {
		const { sent, answers } = await registerWith(
			registerLive,
			{ label: byId('whereDidYouHearAboutUs'), value: ' A friend & colleague ' },
			{ label: 'topicsOfInterest', value: '1' },
			{ label: 'topicsOfInterest', value: 'Marketing' },
			{ label: '', value: '' },
		);
		expect(answers).toMatchObject({
			whereDidYouHearAboutUs: ['A friend & colleague'],
			topicsOfInterest: ['Sales', 'Marketing'],
		});
		expect(topicNames(sent)).toEqual(['topicsOfInterest[]']);
	});

	it('sends a number and a list that expressions give', async () => {
		const { sent, answers } = await registerWith(
			registerLive,
			{ label: 'whereDidYouHearAboutUs', value: '={{ 7 }}' },
			{ label: 'topicsOfInterest', value: '={{ ["Sales", 3] }}' },
		);
		expect(answers).toMatchObject({
			whereDidYouHearAboutUs: ['7'],
			topicsOfInterest: ['Sales', 'Support & success'],
		});
		expect(sent).toMatchObject({ whereDidYouHearAboutUs: '7' });
		expect(topicNames(sent).length).toBeLessThanOrEqual(1);
	});

	it('sends the options that an expression in By Text names in any case or by ID', async () => {
		const { sent, answers } = await registerWith(
			registerLive,
			{ label: 'whereDidYouHearAboutUs', value: 'A friend' },
			{ label: 'topicsOfInterest', value: locator('text', '={{ ["support & SUCCESS", "1"] }}') },
		);
		expect(answers).toMatchObject({
			whereDidYouHearAboutUs: ['A friend'],
			topicsOfInterest: ['Support & success', 'Sales'],
		});
		expect(sent).toMatchObject({ whereDidYouHearAboutUs: 'A friend' });
		expect(topicNames(sent)).toEqual(['topicsOfInterest[]']);
	});

	it.each([
		['list', '12'],
		['text', ' 11-100'],
	])('sends the ID of an option that is chosen in the mode "%s"', async (mode, value) => {
		const field = { label: 'companySize', value: locator(mode, value) };
		const { sent, answers } = await registerWith(registerAutomated, field);
		expect(answers).toMatchObject({ companySize: ['11-100'] });
		expect(sent).toMatchObject({ companySize: '12' });
		expect(topicNames(sent)).toEqual([]);
	});

	it('sends a custom field with the name of a parameter of Get Registrants', async () => {
		const { sent, answers } = await registerWith(
			registerLive,
			{ label: 'whereDidYouHearAboutUs', value: 'A friend' },
			{ label: 'topicsOfInterest', value: 'Sales' },
			{ label: 'purchased', value: 'nothing' },
		);
		expect(answers).toMatchObject({
			whereDidYouHearAboutUs: ['A friend'],
			topicsOfInterest: ['Sales'],
		});
		expect(sent).toMatchObject({ purchased: 'nothing' });
		expect(topicNames(sent).length).toBeLessThanOrEqual(1);
	});

	it('reads the webinar again before it fails a contact for an unknown option', async () => {
		harness.sharesReadings = true;
		const withCompanySize = (value: string) => withFields({ label: 'companySize', value });
		await harness.output({ ...registerAutomated, ...withCompanySize('1-10') });
		await harness.fails(
			{ ...registerAutomated, ...withCompanySize('Two') },
			{
				message: '"Two" is not an option of companySize in "Your questions, at your own time"',
				description: 'Use the text or the ID of an option: 1-10 (11), 11-100 (12), More than 100 (13).',
			},
		);
		const options = [{ id: 21, text: 'Two' }];
		const questions = [{ id: 1802, label: 'companySize', required: false, options }];
		harness.change(108, { customFields: { shownAs: 'registration_fields', questions } });
		harness.letPass(6000);
		await harness.output({ ...registerAutomated, email: 'ben@example.com', ...withCompanySize('two') });
		const companySizes = harness.sandbox.registrants.map(({ answers }) => answers.companySize);
		expect(companySizes).toEqual([['1-10'], ['Two']]);
	});

	it('says where to add a custom field that the webinar requires', async () => {
		await harness.fails(registerLive, {
			message: 'whereDidYouHearAboutUs is missing',
			description:
				'This webinar requires it. Add whereDidYouHearAboutUs under Custom Fields of Additional Fields.',
		});
	});

	it('says where to correct a custom field that the service rejects', async () => {
		const errors = { purchased: 'Not among the choices.' };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		await harness.fails(registerLive, {
			message: 'Could not register the person: purchased: Not among the choices.',
			description: containing('Fill in purchased in Custom Fields'),
		});
	});

	it.each([
		[{ label: '', value: 'A friend' }, 'A custom field has no label'],
		[{ label: 'api_key', value: 'another' }, '"api_key" is not a custom field'],
		[{ label: 'email', value: 'bob@example.com' }, '"email" is not a custom field'],
		[{ label: ' webinar_id ', value: '1' }, '"webinar_id" is not a custom field'],
		[{ label: 'jobTitle', value: '={{ ({}) }}' }, 'Value must be text'],
	])('sends nothing with the invalid custom field %j', async (field, message) => {
		await harness.fails({ ...registerLive, ...withFields(field) }, message);
		expect(harness.calls).toEqual([]);
	});
});
