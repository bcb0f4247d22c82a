import { outputFields } from '../../../nodes/WebinarAccount/utils/outputFields';

it('writes the fields of a schema in the notation of TypeScript, with null, lists and fields of any type', () => {
	const session = { type: 'object', properties: { date: { type: ['string', 'null'] } } };
	const schema = {
		type: 'object',
		properties: {
			title: { type: 'string' },
			revenue: { type: ['number', 'null'] },
			ids: { type: 'array', items: { type: 'integer' } },
			schedules: { type: 'array', items: session },
			password: {},
		},
	};
	expect(outputFields(schema)).toBe(
		'title: string, revenue: number | null, ids: [integer], schedules: [{ date: string | null }], password: unknown',
	);
});
