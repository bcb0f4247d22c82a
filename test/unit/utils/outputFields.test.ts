import { outputFields } from '../../../nodes/WebinarAccount/utils/outputFields';

it("lists a schema's fields, with a type for each field that is not text", () => {
	const schema = {
		type: 'object',
		properties: {
			title: { type: 'string' },
			webinar_id: { type: 'integer' },
			revenue: { type: ['number', 'null'] },
			skipped: { type: 'boolean' },
			password: { type: 'null' },
			schedules: {
				type: 'array',
				items: { properties: { date: { type: 'string' }, schedule: { type: 'integer' } } },
			},
			tags: { type: 'array', items: { type: 'string' } },
		},
	};
	expect(outputFields(schema)).toBe(
		'title, webinar_id: number, revenue: number, skipped: boolean, password, schedules: [{ date, schedule: number }], tags: [text]',
	);
});
