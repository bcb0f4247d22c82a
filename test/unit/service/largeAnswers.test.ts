import { shapes } from '../../../tools/bench/answers/shapes';
import { explain } from '../../../nodes/WebinarAccount/fields/nodeError';
import { operations } from '../../../nodes/WebinarAccount/operations';
import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { readResponse } from '../../../nodes/WebinarAccount/service/response';
import { type EndpointName, endpoints } from '../../../nodes/WebinarAccount/service/endpoints';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { cpuMs } from '../../support/cpuTime';

const account = readAccount({ apiKey: 'key' });
const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);

/** What a user would read; undefined if the answer is taken. */
function read(name: EndpointName, answer: { statusCode: number; body: string }): string | undefined {
	try {
		readResponse(name, answer, account);
		return undefined;
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const told = operations.map(({ fields }) => Object.values(explain(error, fields)).join(' '));
		return told.reduce((longest, text) => (text.length > longest.length ? text : longest));
	}
}

// What it takes exactly: npm run bench -- answers. Before there were bounds, some of these took minutes.
describe.each(Object.entries(shapes))('a large answer, %s,', (_name, shape) => {
	it.each(names)('is read or rejected at once: %s', (name) => {
		const answer = shape(name, 3_000_000);
		let told: string | undefined;
		expect(cpuMs(() => (told = read(name, answer)))).toBeLessThan(700);
		expect((told ?? '').length).toBeLessThan(2500);
	});
});
