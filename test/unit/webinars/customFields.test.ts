import fc from 'fast-check';

import { customFieldsOf } from '../../../nodes/WebinarAccount/webinars/customFields';
import { webinarAnswer } from '../../../nodes/WebinarAccount/service/schemas';

const webinar = (members: object) =>
	webinarAnswer.parse({ status: 'success', webinar: { webinar_id: 1, ...members } }).webinar;

describe('the custom fields of a webinar', () => {
	it.each([
		['a list of its own', { custom_fields: [{ label: 'jobTitle' }] }],
		[
			'a list within its registration settings',
			{ registration: { form: { fields: [{ label: 'jobTitle' }] } } },
		],
		['two lists', { a: [{ label: 'jobTitle' }], b: [{ label: ' jobTitle ' }, { label: '' }, { label: 7 }] }],
	])('are found in %s', (_where, members) => {
		expect(customFieldsOf(webinar(members))).toEqual([{ label: 'jobTitle', choices: [] }]);
	});

	it.each([
		[
			[
				{ id: 1, label: 'Few' },
				{ id: '2', label: 'Many' },
			],
			['1 = Few', '2 = Many'],
		],
		[[{ id: 1, value: 'Few' }], ['1 = Few']],
		[
			[{ id: 0, label: 'None' }, { label: 'Few' }],
			['0 = None', 'Few'],
		],
		[
			['Few', 'Many'],
			['Few', 'Many'],
		],
		[{ 1: 'Few' }, []],
	])('have the choices %j', (options, choices) => {
		expect(customFieldsOf(webinar({ fields: [{ label: 'size', options }] }))).toEqual([
			{ label: 'size', choices },
		]);
	});

	it.each([
		[true, true],
		['1', true],
		[0, false],
		['false', false],
		['sometimes', undefined],
		[null, undefined],
	])('tell whether an answer is required: %j', (flag, required) => {
		const [field] = customFieldsOf(webinar({ fields: [{ label: 'size', required: flag }] }));
		expect(field?.required).toBe(required);
	});

	it('are none in what a webinar has besides', () => {
		const presenters = [{ name: 'Ann', email: 'ann@example.com', picture: '' }];
		expect(customFieldsOf(webinar({ presenters, schedules: [] }))).toEqual([]);
	});

	it('are looked for in anything without a failure', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
				for (const { label } of customFieldsOf(webinar({ more: members }))) expect(label.trim()).not.toBe('');
			}),
		);
	});
});
