import { decide } from '../../../nodes/WebinarAccount/registrants/decide';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';

/** One test for each row of the table in the docstring of `decide`. */
describe('decide', () => {
	const earlier = { user_id: 1 };
	const listed = { lead_id: 2 };
	const unclear = new ServiceError('The person may have been registered', { mayHaveActed: true });
	const modes = ['register', 'skip', 'return'] as const;
	const modesWithLookup = ['skip', 'return'] as const;

	it.each(modes)(
		'fails a duplicate in the mode %s if it is unclear whether the earlier registration succeeded',
		(mode) => {
			for (const list of [listed, 'none', 'notLookedUp'] as const)
				expect(decide(mode, unclear, list)).toEqual({ action: 'fail', error: unclear });
		},
	);

	it('skips a contact that was registered earlier in the run, in the mode skip', () => {
		expect(decide('skip', earlier, listed)).toEqual({ action: 'skip', registered: earlier, origin: 'run' });
	});

	it.each(['register', 'return'] as const)(
		'returns the registration from earlier in the run for a duplicate, in the mode %s',
		(mode) => {
			const expected = { action: 'return', registered: earlier, origin: 'run' };
			expect(decide(mode, earlier, listed)).toEqual(expected);
		},
	);

	it('registers every contact that is not a duplicate without a lookup, in the mode register', () => {
		for (const list of [listed, 'none', 'notLookedUp'] as const)
			expect(decide('register', undefined, list)).toEqual({ action: 'send' });
	});

	it.each(modesWithLookup)('looks a person up before registering them, in the mode %s', (mode) => {
		expect(decide(mode, undefined, 'notLookedUp')).toEqual({ action: 'lookUp' });
	});

	it.each(modesWithLookup)(
		'registers a contact that is not in the registrant list, in the mode %s',
		(mode) => {
			expect(decide(mode, undefined, 'none')).toEqual({ action: 'send' });
		},
	);

	it('skips a person who is in the registrant list, in the mode skip', () => {
		expect(decide('skip', undefined, listed)).toEqual({
			action: 'skip',
			registered: listed,
			origin: 'list',
		});
	});

	it('returns the registration from the registrant list, in the mode return', () => {
		expect(decide('return', undefined, listed)).toEqual({
			action: 'return',
			registered: listed,
			origin: 'list',
		});
	});
});
