import { getEventListeners } from 'node:events';

import { ExecuteContext } from 'n8n-core';

import { byId } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

const live = { resource: 'live', webinarId: byId(1) };
const register = { ...live, operation: 'register', firstName: 'Ann', email: '={{ $json.email }}' };
const stop = { ...live, operation: 'unsubscribe' };
const contacts = (count: number) =>
	numbers(count).map((place) => ({ email: `p${place}@example.com`, place }));

describe('the hints of a run', () => {
	/** Webinars that are series, and live ones without a time zone. */
	function series(count: number): void {
		const model = account.sandbox.webinars.find(({ product, id }) => product === 'live' && id === 2);
		if (!model) throw new Error('There is a series');
		const fields = { lastName: 'off', phone: 'off' } as const;
		account.sandbox.setWebinars(
			numbers(count).map((id) => ({ ...model, id, hash: `series${id}`, name: `Series ${id}`, fields })),
		);
	}

	it.each([
		{ ...register, schedule: byId('next'), webinarId: byId('={{ $json.place }}') },
		{
			...{ resource: 'live', operation: 'createOneClickLink', webinarId: byId('={{ $json.place }}') },
			...{ schedule: byId('next'), linkFor: 'emailTool', emailTool: 'mailchimp' },
		},
	])('are at most five, and say of how many webinars or items they speak: $operation', async (parameters) => {
		series(30);
		const { output, hints } = await account.harness.run(parameters, { items: contacts(30) });
		expect(output).toHaveLength(30);
		expect(hints.length).toBeLessThanOrEqual(5);
		expect(hints.join('\n')).toMatch(/\b30\b/);
	});
});

describe('the error of a run that changed something before it', () => {
	it.each([
		['leadId', { unsubscribeBy: 'leadId', leadId: '={{ $json.lead }}' }],
		['email', { unsubscribeBy: 'email', email: '={{ $json.email }}' }],
	])('counts the contacts who were unsubscribed, and says so: by %s', async (_by, by) => {
		const people = account.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, 2);
		const known = people.map(({ leadId, email }) => ({ lead: leadId, email }));
		const items = [...known, { lead: 99, email: 'nobody@example.com' }];
		const { description } = await account.harness.error({ ...stop, ...by }, { items });
		expect(description).toMatch(/\b2\b.*\bunsubscribed\b/);
		expect(description).not.toContain('registered before this error');
	});
});

describe('an error that n8n itself makes', () => {
	it('about the credential is that of the first item, not of the last one', async () => {
		account.harness.engine.hasCredential = false;
		const error = await account.harness.error(register, { items: contacts(5) });
		expect(error).toMatchObject({ itemIndex: 0, message: expect.stringMatching(/credential/i) as string });
		expect(account.harness.calls).toEqual([]);
	});
});

describe('the signal of an execution', () => {
	/** The listeners that the node leaves on the signal by which n8n cancels the execution. */
	async function leftBy(parameters: Parameters<typeof account.harness.run>[0]): Promise<number> {
		const { signal } = new AbortController();
		const spy = jest.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal').mockReturnValue(signal);
		const warning = jest.spyOn(process, 'emitWarning');
		await account.harness.run(parameters, { items: contacts(20), onError: 'continueRegularOutput' });
		expect(spy).toHaveBeenCalled();
		// Node.js warns of many listeners.
		const tooMany = expect.objectContaining({ name: 'MaxListenersExceededWarning' }) as unknown;
		expect(warning.mock.calls.flat()).not.toContainEqual(tooMany);
		warning.mockRestore();
		spy.mockRestore();
		return getEventListeners(signal, 'abort').length;
	}

	it('has no listener at the end of a run', async () => {
		expect(await leftBy(register)).toBe(0);
	});

	it('has no listener at the end of a run in which items failed', async () => {
		account.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: 5 });
		expect(await leftBy({ ...register, options: { ifAlreadyRegistered: 'skip' } })).toBe(0);
	});
});

it('does not let n8n check a form by a pattern, which a busy machine has no time for', () => {
	const { descriptions } = account.harness.engine;
	const withPattern = descriptions.flatMap(({ name, properties }) =>
		JSON.stringify(properties).includes('"regex"') ? [name] : [],
	);
	expect(withPattern).toEqual([]);
});
