import { isLoopback } from '../../nodes/WebinarAccount/service/account';

describe('the host names of this machine', () => {
	it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s is one', (name) => {
		expect(isLoopback(name)).toBe(true);
	});

	it.each(['', 'localhost.example', 'my-localhost', '1127.0.0.1', '127.0.0.1.example', '127.0.0', '[::2]'])(
		'%j is none',
		(name) => {
			expect(isLoopback(name)).toBe(false);
		},
	);
});
