import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const workshop = { resource: 'live', operation: 'register', webinarId: byId(8), ...ann };
const clinic = { ...workshop, resource: 'automated', webinarId: byId(108), timezone: 'Europe/London' };
const locator = (mode: string, value: string) => ({ __rl: true as const, mode, value });
type Field = Record<'label' | 'value', NodeParameterValueType>;
const answering = (...field: Field[]): INodeParameters => ({ additionalFields: { customFields: { field } } });

describe('the custom fields of a registration form', () => {
	const harness = useHarness();

	const labels = async (parameters: object, filter?: string) => {
		const found = await harness.list('searchCustomFields', { ...parameters }, filter);
		return found.map(({ value, description }) => [value, description]);
	};

	it('are listed wherever the webinar holds them, with the options of a drop-down', async () => {
		await expect(labels(workshop)).resolves.toEqual([
			['whereDidYouHearAboutUs', undefined],
			['topicsOfInterest', 'Options: Sales, Marketing, Support & success'],
		]);
		await expect(labels(clinic, 'COMPANY')).resolves.toEqual([
			['companySize', 'Options: 1-10, 11-100, More than 100'],
		]);
	});

	const optionsOf = async (parameters: INodeParameters, label: NodeParameterValueType, filter?: string) => {
		const found = await harness.list(
			'searchCustomFieldOptions',
			{ ...parameters, ...answering({ label: 'another', value: '' }, { label, value: '' }) },
			filter,
			undefined,
			'parameters.additionalFields.customFields.field[1].value',
		);
		return found.map(({ name, value }) => [name, value]);
	};

	it('offer the options of the label beside the value', async () => {
		await expect(optionsOf(clinic, locator('list', 'companySize'))).resolves.toEqual([
			['1-10', '11'],
			['11-100', '12'],
			['More than 100', '13'],
		]);
		await expect(optionsOf(clinic, 'companySize', 'more')).resolves.toEqual([['More than 100', '13']]);
	});

	const withWebinar = (webinarId: INodeParameters[string]) => ({ ...workshop, webinarId });

	it.each([
		['The service lists no options for jobTitle', clinic, 'jobTitle'],
		['The service lists no options for unknown', clinic, 'unknown'],
		['Choose a label to see its options.', clinic, ''],
		['Choose a label to see its options.', clinic, '={{ $json.label }}'],
		['The service lists no custom fields for this webinar', withWebinar(byId(1)), 'jobTitle'],
		['The service lists no custom fields for this webinar', withWebinar(byId(1)), undefined],
		['Webinar has no value yet: run the previous nodes.', withWebinar(byId('={{ $json.id }}')), undefined],
		['Choose a webinar to see its custom fields.', withWebinar(locator('list', '')), undefined],
	])('are typed by hand: %s', async (message, parameters, label) => {
		const list = label === undefined ? labels(parameters) : optionsOf(parameters, label);
		const description =
			label === undefined ? containing('By Label') : 'Choose "By Text" and enter the answer.';
		await expect(list).rejects.toMatchObject({ message, description });
	});

	it('are no expressions, whatever their labels are', async () => {
		const label = '={{ 6 * 7 }}';
		const options = [{ id: 1, text: '={{ 1 }}' }];
		const questions = [{ id: 1, label, required: true, options }];
		harness.change(1, { customFields: { shownAs: 'custom_fields', questions } });
		const demo = { ...workshop, webinarId: byId(1) };
		const listed = harness.list('searchCustomFields', demo);
		await expect(listed).resolves.toMatchObject([{ name: ` ${label}`, value: ` ${label}` }]);
		// As the editor saves it.
		const chosen = { ...locator('list', ` ${label}`), cachedResultName: ` ${label}` };
		const [option] = await optionsOf(demo, chosen);
		expect(option).toEqual([' ={{ 1 }}', '1']);
		await harness.output({ ...demo, ...answering({ label: chosen, value: ' ={{ 1 }}' }) });
		expect(harness.sandbox.registrants[0]?.answers).toEqual({ [label]: ['={{ 1 }}'] });
		expect(harness.sandbox.calls.at(-1)?.parameters[label]).toBe('1');
	});

	const heard = { label: 'whereDidYouHearAboutUs', value: 'A friend' };

	it.each<[string, INodeParameters, Field[], object, object]>([
		[
			'by their labels, several answers by repeating one',
			workshop,
			[
				{ label: byId('whereDidYouHearAboutUs'), value: ' A friend & colleague ' },
				{ label: 'topicsOfInterest', value: '1' },
				{ label: 'topicsOfInterest', value: 'Marketing' },
				{ label: '', value: '' },
			],
			{ whereDidYouHearAboutUs: ['A friend & colleague'], topicsOfInterest: ['Sales', 'Marketing'] },
			{ 'topicsOfInterest[]': expect.anything() as unknown },
		],
		[
			'as a number and a list that an expression gives',
			workshop,
			[
				{ label: 'whereDidYouHearAboutUs', value: '={{ 7 }}' },
				{ label: 'topicsOfInterest', value: '={{ ["Sales", 3] }}' },
			],
			{ whereDidYouHearAboutUs: ['7'], topicsOfInterest: ['Sales', 'Support & success'] },
			{ whereDidYouHearAboutUs: '7' },
		],
		[
			'once, as the IDs of their options, where the text of a locator names these in any case',
			workshop,
			[heard, { label: 'topicsOfInterest', value: locator('text', '={{ ["support & SUCCESS", "1"] }}') }],
			{ whereDidYouHearAboutUs: ['A friend'], topicsOfInterest: ['Support & success', 'Sales'] },
			{ whereDidYouHearAboutUs: 'A friend', 'topicsOfInterest[]': expect.anything() as unknown },
		],
		...['list', 'text'].map((mode): [string, INodeParameters, Field[], object, object] => [
			`as the ID of the option of a locator in its mode ${mode}`,
			clinic,
			[{ label: 'companySize', value: locator(mode, mode === 'list' ? '12' : ' 11-100') }],
			{ companySize: ['11-100'] },
			{ companySize: '12' },
		]),
		[
			'also where one has the name of a parameter of another operation',
			workshop,
			[heard, { label: 'topicsOfInterest', value: 'Sales' }, { label: 'purchased', value: 'nothing' }],
			{ whereDidYouHearAboutUs: ['A friend'], topicsOfInterest: ['Sales'] },
			{ purchased: 'nothing' },
		],
	])('are sent %s', async (_how, parameters, fields, answers, sent) => {
		await harness.output({ ...parameters, ...answering(...fields) });
		expect(harness.sandbox.registrants[0]?.answers).toMatchObject(answers);
		const { parameters: all = {} } = harness.sandbox.calls.at(-1) ?? {};
		expect(all).toMatchObject(sent);
		const named = Object.keys(all).filter((name) => name.startsWith('topics'));
		expect(named.length).toBeLessThanOrEqual(1);
	});

	it('are read anew before an option is refused, and nobody is registered then', async () => {
		harness.sharesReadings = true;
		const answers = (value: string) => answering({ label: 'companySize', value });
		await harness.output({ ...clinic, ...answers('1-10') });
		await harness.fails(
			{ ...clinic, ...answers('Two') },
			{
				message: '"Two" is not an option of companySize in "Your questions, at your own time"',
				description: 'Use the text or the ID of an option: 1-10 (11), 11-100 (12), More than 100 (13).',
			},
		);
		const options = [{ id: 21, text: 'Two' }];
		const questions = [{ id: 1802, label: 'companySize', required: false, options }];
		harness.change(108, { customFields: { shownAs: 'registration_fields', questions } });
		harness.letPass(6000);
		await harness.output({ ...clinic, email: 'ben@example.com', ...answers('two') });
		expect(harness.sandbox.registrants.map(({ answers: given }) => given.companySize)).toEqual([
			['1-10'],
			['Two'],
		]);
		harness.sharesReadings = false;
	});

	it('are named with the place to fill them in when the service misses or refuses them', async () => {
		await harness.fails(workshop, {
			message: 'whereDidYouHearAboutUs is missing',
			description:
				'This webinar requires it. Add whereDidYouHearAboutUs under Custom Fields of Additional Fields.',
		});
		const errors = { purchased: 'Not among the choices.' };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		await harness.fails(workshop, {
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
	])('are rejected as %j', async (entry, message) => {
		await harness.fails({ ...workshop, ...answering(entry) }, message);
		expect(harness.calls).toEqual([]);
	});
});
