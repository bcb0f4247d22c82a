import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const workshop = { resource: 'live', operation: 'register', webinarId: byId(8), ...ann };
const clinic = {
	resource: 'automated',
	operation: 'register',
	webinarId: byId(108),
	timezone: 'Europe/London',
	...ann,
};
const answering = (...field: Array<Record<'label' | 'value', NodeParameterValueType>>): INodeParameters => ({
	additionalFields: { customFields: { field } },
});

describe('the custom fields of a registration form', () => {
	const harness = useHarness();

	const labels = async (parameters: object, filter?: string) => {
		const { results } = await harness.engine.list(
			'searchCustomFields',
			{ ...parameters },
			harness.credential,
			filter,
		);
		return results.map(({ value, description }) => [value, description]);
	};

	it('are listed wherever the webinar holds them, with the choices of a drop-down', async () => {
		await expect(labels(workshop)).resolves.toEqual([
			['whereDidYouHearAboutUs', undefined],
			['topicsOfInterest', 'Choices: 1 = Sales, 2 = Marketing, 3 = Support & success'],
		]);
		await expect(labels(clinic, 'COMPANY')).resolves.toEqual([
			['companySize', 'Choices: 11 = 1-10, 12 = 11-100, 13 = More than 100'],
		]);
	});

	it('are no expressions, whatever their labels are', async () => {
		const label = '={{ 6 * 7 }}';
		const options = [{ id: 1, text: '={{ 1 }}' }];
		const questions = [{ id: 1, label, required: true, options }];
		harness.sandbox.changeWebinar(
			{ product: 'live', webinarId: 1 },
			{ customFields: { shownAs: 'custom_fields', questions } },
		);
		const demo = { ...workshop, webinarId: byId(1) };
		const { results } = await harness.engine.list('searchCustomFields', demo, harness.credential);
		expect(results).toMatchObject([{ name: ` ${label}`, value: ` ${label}` }]);
		// As the editor saves it.
		const { value, name } = results[0] ?? {};
		const saved = { __rl: true, mode: 'list', value, cachedResultName: name } as const;
		await harness.output({
			...demo,
			...answering({ label: { ...saved, value: String(value) }, value: '1' }),
		});
		expect(harness.sandbox.registrants[0]?.answers).toEqual({ [label]: ['={{ 1 }}'] });
	});

	it.each([
		['The service lists no custom fields for this webinar', { ...workshop, webinarId: byId(1) }],
		[
			'Webinar has no value yet: run the previous nodes.',
			{ ...workshop, webinarId: byId('={{ $json.id }}') },
		],
		[
			'Choose a webinar to see its custom fields.',
			{ ...workshop, webinarId: { __rl: true, mode: 'list', value: '' } },
		],
	])('are typed by hand: %s', async (message, parameters) => {
		await expect(labels(parameters)).rejects.toMatchObject({
			message,
			description: expect.stringContaining('By Label') as string,
		});
	});

	it('are sent by their labels, several answers by repeating one', async () => {
		await harness.output({
			...workshop,
			...answering(
				{ label: byId('whereDidYouHearAboutUs'), value: ' A friend & colleague ' },
				{ label: 'topicsOfInterest', value: '1' },
				{ label: 'topicsOfInterest', value: 'Marketing' },
				{ label: '', value: '' },
			),
		});
		expect(harness.sandbox.registrants[0]?.answers).toEqual({
			whereDidYouHearAboutUs: ['A friend & colleague'],
			topicsOfInterest: ['Sales', 'Marketing'],
		});
	});

	it('take a list that an expression gives', async () => {
		await harness.output({
			...workshop,
			...answering(
				{ label: 'whereDidYouHearAboutUs', value: '={{ 7 }}' },
				{ label: 'topicsOfInterest', value: '={{ ["Sales", 3] }}' },
			),
		});
		expect(harness.sandbox.registrants[0]?.answers).toEqual({
			whereDidYouHearAboutUs: ['7'],
			topicsOfInterest: ['Sales', 'Support & success'],
		});
	});

	it('are named with the place to fill them in when the service misses them', async () => {
		await expect(harness.error(workshop)).resolves.toMatchObject({
			message: 'This webinar requires whereDidYouHearAboutUs',
			description: 'Add it under Custom Fields of Additional Fields.',
		});
	});

	it('can have the name of a parameter of another operation', async () => {
		await harness.output({
			...workshop,
			...answering(
				{ label: 'whereDidYouHearAboutUs', value: 'A friend' },
				{ label: 'topicsOfInterest', value: 'Sales' },
				{ label: 'purchased', value: 'nothing' },
			),
		});
		expect(harness.sandbox.calls.at(-1)?.parameters).toMatchObject({ purchased: 'nothing' });
		const errors = { purchased: 'Not among the choices.' };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		await expect(harness.error(workshop)).resolves.toMatchObject({
			message: 'Could not register the person: purchased: Not among the choices.',
			description: expect.stringContaining('Fill in purchased in Custom Fields') as string,
		});
	});

	it.each([
		[{ label: '', value: 'A friend' }, 'A custom field has no label'],
		[{ label: 'api_key', value: 'another' }, '"api_key" is not a custom field'],
		[{ label: 'email', value: 'bob@example.com' }, '"email" is not a custom field'],
		[{ label: 'api key', value: 'another' }, '"api key" is not a custom field'],
		[{ label: ' webinar.id ', value: '1' }, '"webinar.id" is not a custom field'],
		[{ label: 'webinar[id', value: '1' }, '"webinar[id" is not a custom field'],
		[{ label: 'email[0]', value: 'bob@example.com' }, '"email[0]" is not a custom field'],
		[{ label: 'jobTitle', value: '={{ ({}) }}' }, 'Value is not a text'],
	])('are rejected as %j', async (entry, message) => {
		await expect(harness.error({ ...workshop, ...answering(entry) })).resolves.toMatchObject({ message });
		expect(harness.calls).toEqual([]);
	});
});
