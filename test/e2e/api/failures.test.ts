import { byId } from '../../../tools/engine/parameters';
import { AFTER, AFTER_ERROR, Workbench, CONTACTS, NODE } from '../support/workbench';

const items = [
	{ first: 'Ann', mail: 'ann@example.com' },
	{ first: 'Ben', mail: 'ben@' },
	{ first: '', mail: 'cleo@example.com' },
	{ first: 'Dan', mail: 'dan@example.com' },
];
const NOT_AN_ADDRESS = '"ben@" is not an email address. Use the form name@example.com.';
const NO_FIRST_NAME = /^First Name is required\. /;

const parameters = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: '={{ $json.first }}',
	email: '={{ $json.mail }}',
};
const readAfter = `={{ $('${CONTACTS}').item.json.mail }}`;

describe('items that fail', () => {
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.open();
	});
	beforeEach(() => workbench.sandbox.reset());
	afterAll(() => workbench?.close());

	const registered = () => workbench.sandbox.registrants.map(({ email }) => email).sort();

	it('stop the workflow with the item and what to do', async () => {
		const execution = await workbench.run(parameters, { items: items.slice(1, 2) });
		expect(execution.status).toBe('error');
		expect(execution.error).toMatchObject({
			message: '"ben@" is not an email address',
			description: 'Use the form name@example.com.',
			context: { itemIndex: 0 },
		});
		expect(registered()).toEqual([]);
	});

	it('leave by the error output with their input', async () => {
		const execution = await workbench.run(parameters, { items, onError: 'continueErrorOutput', readAfter });
		expect(execution.status).toBe('success');
		expect(execution.output(NODE).map(({ json }) => json.email)).toEqual([
			'ann@example.com',
			'dan@example.com',
		]);
		expect(execution.output(NODE, 1).map(({ json }) => json)).toEqual([
			{ ...items[1], error: NOT_AN_ADDRESS },
			{ ...items[2], error: expect.stringMatching(NO_FIRST_NAME) as string },
		]);
		expect(registered()).toEqual(['ann@example.com', 'dan@example.com']);
		const readAfterFor = (name: string) => execution.output(name).map(({ json }) => json.value);
		expect(readAfterFor(AFTER)).toEqual(['ann@example.com', 'dan@example.com']);
		expect(readAfterFor(AFTER_ERROR)).toEqual(['ben@', 'cleo@example.com']);
	});
});
