import { decide } from '../../../nodes/WebinarAccount/registrants/decide';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';

/** One test for each row of the table in the docstring of `decide`. */
describe('decide', () => {
	const earlier = { user_id: 1 };
	const listed = { lead_id: 2 };
	const unclear = new ServiceError('The person may have been registered', { mayHaveActed: true });
	const modes = ['register', 'skip', 'return'] as const;
	const lookingUp = ['skip', 'return'] as const;

	it.each(modes)('fails with the error of an earlier registration that is unclear: %s', (mode) => {
		for (const list of [listed, 'none', 'notLookedUp'] as const)
			expect(decide(mode, unclear, list)).toEqual({ action: 'fail', error: unclear });
	});

	it('skips a duplicate in the mode skip', () => {
		expect(decide('skip', earlier, listed)).toEqual({ action: 'skip', registered: earlier, origin: 'run' });
	});

	it.each(['register', 'return'] as const)('returns the earlier registration for a duplicate: %s', (mode) => {
		const expected = { action: 'return', registered: earlier, origin: 'run' };
		expect(decide(mode, earlier, listed)).toEqual(expected);
	});

	it('sends every contact that is no duplicate in the mode register', () => {
		for (const list of [listed, 'none', 'notLookedUp'] as const)
			expect(decide('register', undefined, list)).toEqual({ action: 'send' });
	});

	it.each(lookingUp)('looks a person up before anything is sent: %s', (mode) => {
		expect(decide(mode, undefined, 'notLookedUp')).toEqual({ action: 'lookUp' });
	});

	it.each(lookingUp)('sends a contact that the registrant list does not have: %s', (mode) => {
		expect(decide(mode, undefined, 'none')).toEqual({ action: 'send' });
	});

	it('skips a person whom the registrant list has in the mode skip', () => {
		expect(decide('skip', undefined, listed)).toEqual({
			action: 'skip',
			registered: listed,
			origin: 'list',
		});
	});

	it('returns the listed registration in the mode return', () => {
		expect(decide('return', undefined, listed)).toEqual({
			action: 'return',
			registered: listed,
			origin: 'list',
		});
	});
});
