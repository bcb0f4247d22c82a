import { createRequire } from 'node:module';
import { join } from 'node:path';

import { NO_LIMIT } from './limits';

/** Removes the limit of 20 calls per second from the built package in this process, to measure the cost of a call. */
export function liftLimit(): void {
	const account: unknown = createRequire(__filename)(
		join(__dirname, '../../dist/nodes/WebinarAccount/service/account.js'),
	);
	if (typeof account !== 'object' || account === null) throw new Error('The package is not built');
	const read: unknown = Reflect.get(account, 'readAccount');
	if (typeof read !== 'function') throw new Error('The package has no readAccount');
	Reflect.set(account, 'readAccount', (credential: unknown) => {
		const found: unknown = Reflect.apply(read, undefined, [credential]);
		return Object.assign({}, found, { callsPerSecond: NO_LIMIT });
	});
}
