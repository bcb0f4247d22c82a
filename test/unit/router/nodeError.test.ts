import type { INode } from 'n8n-workflow';

import { toListError, toNodeError } from '../../../nodes/WebinarAccount/router/nodeError';
import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { readAnswer } from '../../../nodes/WebinarAccount/service/answer';
import type { EndpointName } from '../../../nodes/WebinarAccount/service/endpoints';
import { InputError } from '../../../nodes/WebinarAccount/service/errors';
import { failureOf } from '../../support/failure';

const node: INode = { id: '', name: 'Webinar', type: '', typeVersion: 1, position: [0, 0], parameters: {} };
const account = readAccount({ apiKey: 'k'.repeat(36) });

/** What a user reads of a refusal with these errors. */
function told(name: EndpointName, errors: object) {
	const body = JSON.stringify({ status: 'error', errors });
	const { message, description } = toNodeError(
		node,
		failureOf(() => readAnswer(name, { statusCode: 422, body }, account)),
	);
	return { message, description };
}

describe('a text with brackets', () => {
	it('loses nothing, and is HTML nowhere', () => {
		const error = new InputError('Use <name> & "<path>"', 'a < b > c');
		for (const { message, description } of [toNodeError(node, error), toListError(node, error)]) {
			expect([message, description]).toEqual([
				'Use \u2039name\u203a & "\u2039path\u203a"',
				'a \u2039 b \u203a c',
			]);
		}
	});
});

describe('what the service says of a parameter', () => {
	it('leads to the Session field for a date, which every choice of it has', () => {
		expect(told('register', { date: ['The selected date is invalid.'] })).toEqual({
			message: 'Could not register the person: Session: The selected date is invalid.',
			description: 'Correct the named values, then run this item again.',
		});
	});

	it('leads to no custom field where there is none', () => {
		expect(told('webinars', { account: ['is suspended'] })).toEqual({
			message: 'Could not list the webinars: account: is suspended',
			description: 'Check the API key and the service in the credential.',
		});
		for (const name of ['webinar', 'registrants', 'unsubscribe'] as const)
			expect(told(name, { page: ['bad'] }).description).not.toContain('Custom Fields');
	});
});
