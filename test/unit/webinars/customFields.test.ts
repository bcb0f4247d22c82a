import {
	findCustomFields,
	unknownLabelHints,
	withOptionIds,
} from '../../../nodes/WebinarAccount/webinars/customFields';
import { endpoints } from '../../../nodes/WebinarAccount/service/endpoints';
import { webinarWith } from '../../support/webinars';

/** Parses a response with a webinar that has these fields. */
const webinarDetail = (fields: object) =>
	endpoints.webinar.schema.parse({ status: 'success', webinar: { webinar_id: 1, ...fields } }).webinar;

describe('findCustomFields', () => {
	it.each([
		{ registration: { form: { fields: [{ label: 'jobTitle' }] } } },
		{ a: [{ label: 'jobTitle' }], b: [{ label: ' jobTitle ' }, { label: '' }, { label: 7 }] },
	])('finds the custom field jobTitle in the webinar %j', (fields) => {
		expect(findCustomFields(webinarDetail(fields))).toEqual([{ label: 'jobTitle', options: [] }]);
	});

	it.each([
		{ form: 'IDs and values', options: [{ id: 1, value: 'Few' }], expected: [{ id: '1', label: 'Few' }] },
		{
			form: 'values and labels',
			options: [{ value: 1, label: 'Few' }],
			expected: [{ id: '1', label: 'Few' }],
		},
		{
			form: 'labels with and without an ID',
			options: [{ id: 0, label: 'None' }, { label: 'Few' }],
			expected: [
				{ id: '0', label: 'None' },
				{ id: 'Few', label: 'Few' },
			],
		},
		{ form: 'a list of strings', options: ['Few'], expected: [{ id: 'Few', label: 'Few' }] },
	])("reads a custom field's options from $form", ({ options, expected }) => {
		const [field] = findCustomFields(webinarDetail({ fields: [{ label: 'size', options }] }));
		expect(field?.options).toEqual(expected);
	});
});

describe('withOptionIds', () => {
	it("compares an answer with the options' labels first, then with their IDs", () => {
		const options = [
			{ id: 12, label: '13' },
			{ id: 13, label: ' Many ' },
			{ id: 14, label: 'Two' },
			{ id: 15, label: 'two' },
		];
		const detail = webinarDetail({ schedules: [], fields: [{ label: 'size', options }, { label: 'job' }] });
		const answers = { size: ['MANY', '13', 'two'], job: ['Few'], unknown: ['11 '], 'size[]': ['12'] };
		expect(withOptionIds(webinarWith(detail), answers)).toEqual({
			...answers,
			size: ['13', '12', '15'],
			'size[]': ['12'],
		});
	});
});

describe('unknownLabelHints', () => {
	const webinarWithFields = (...labels: string[]) =>
		webinarWith(webinarDetail({ schedules: [], fields: labels.map((label) => ({ label })) }));
	const webinar = webinarWithFields('companySize', 'Größe');
	/** Returns the texts of the hints that apply. */
	const textsFor = (...args: Parameters<typeof unknownLabelHints>) =>
		unknownLabelHints(...args).flatMap(([applies, text]) => (applies ? [text] : []));

	it("names the webinar's custom fields", () => {
		expect(textsFor(webinar, ['company_size'])).toEqual([
			'The webinar lists no custom field "company_size", so the service may drop the answer. The webinar\'s custom fields are "companySize" and "Größe".',
		]);
	});

	it('returns one hint for each unknown label, and none for known ones', () => {
		const hints = textsFor(webinar, ['companySize', 'companySize[]', 'job', 'Größe[0]', 'budget']);
		expect(hints.map((hint) => hint.split(',')[0])).toEqual([
			'The webinar lists no custom field "job"',
			'The webinar lists no custom field "budget"',
		]);
	});

	it('lists at most ten labels', () => {
		const labels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
		const [allListed] = textsFor(webinarWithFields(...labels), ['job']);
		expect(allListed).toMatch(/"i" and "j"\.$/);
		const [oneLeftOut] = textsFor(webinarWithFields(...labels, 'k'), ['job']);
		expect(oneLeftOut).toMatch(/"j" and 1 more\.$/);
	});

	it("returns no hint if the webinar's details list no custom fields", () => {
		expect(textsFor(webinarWithFields(), ['job'])).toEqual([]);
	});
});
