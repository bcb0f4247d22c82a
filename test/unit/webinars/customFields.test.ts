import fc from 'fast-check';

import { answersFor, customFieldsOf } from '../../../nodes/WebinarAccount/webinars/customFields';
import { responseSchemas } from '../../../nodes/WebinarAccount/service/schemas';
import { webinarWith } from '../../support/webinars';

const webinar = (members: object) =>
	responseSchemas.webinar.parse({ status: 'success', webinar: { webinar_id: 1, ...members } }).webinar;

describe('the custom fields of a webinar', () => {
	it.each([
		{ registration: { form: { fields: [{ label: 'jobTitle' }] } } },
		{ a: [{ label: 'jobTitle' }], b: [{ label: ' jobTitle ' }, { label: '' }, { label: 7 }] },
	])('are found in %j', (members) => {
		expect(customFieldsOf(webinar(members))).toEqual([{ label: 'jobTitle', options: [] }]);
	});

	it.each([
		[[{ id: 1, value: 'Few' }], ['1 Few']],
		[[{ value: 1, label: 'Few' }], ['1 Few']],
		[
			[{ id: 0, label: 'None' }, { label: 'Few' }],
			['0 None', 'Few Few'],
		],
		[['Few'], ['Few Few']],
		[{ 1: 'Few' }, []],
		[[{ id: 1 }], []],
	])('have the options %j', (options, expected) => {
		const [field] = customFieldsOf(webinar({ fields: [{ label: 'size', options }] }));
		expect(field?.options.map(({ id, text }) => `${id} ${text}`)).toEqual(expected);
	});

	it('take an ID before a text, because the list in the editor saves it', () => {
		const options = [
			{ id: 12, label: '13' },
			{ id: 13, label: ' Many ' },
		];
		const detail = webinar({ schedules: [], fields: [{ label: 'size', options }, { label: 'job' }] });
		const read = webinarWith(detail);
		const answers = { size: ['13', 'MANY', '12'], job: ['Few'], unknown: ['11 '] };
		expect(answersFor(read, answers)).toEqual({ ...answers, size: ['13', '12'] });
	});

	it('tell whether an answer is required', () => {
		const fields = ['1', false, 'sometimes'].map((required, place) => ({ label: `${place}`, required }));
		const read = customFieldsOf(webinar({ fields }));
		expect(read.map(({ required }) => required)).toEqual([true, false, undefined]);
	});

	it('are looked for in anything without a failure', () => {
		const property = fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
			for (const { label } of customFieldsOf(webinar({ more: members }))) expect(label.trim()).not.toBe('');
		});
		fc.assert(property);
	});
});
