import waitFor from 'p-wait-for';

import { byId } from '../../../engine/parameters';
import { Execution } from '../../../realN8n/executions';
import { readState, runManually } from '../../../realN8n/workflows';
import type { Sandbox } from '../../../sandbox';
import { TRIGGER, Workbench } from '../support/workbench';

const onboarding = { product: 'live', webinarId: 1 } as const;
const watched = { resource: 'live', webinarId: byId(1) };
const added = { ...watched, event: 'registrantAdded' };
const ann = { firstName: 'Ann', email: 'ann@example.com' };
const ben = { firstName: 'Ben', email: 'ben@example.com' };
const cleo = { firstName: 'Cleo', email: 'cleo@example.com' };

/** Each event with what makes an example of it, and what such an example holds. */
const examples: ReadonlyArray<{
	event: string;
	happen: (sandbox: Sandbox) => void;
	example: object;
}> = [
	{
		event: 'registrantAdded',
		happen: (sandbox) => void sandbox.addRegistrants(onboarding, [ann]),
		example: { email: ann.email, attended_live: false },
	},
	{
		event: 'registrantAttended',
		happen: (sandbox) => {
			for (const person of sandbox.addRegistrants(onboarding, [ben])) sandbox.attend(person, { live: 60 });
		},
		example: { email: ben.email, attended_live: true },
	},
	{
		event: 'registrantPurchased',
		happen: (sandbox) => {
			for (const person of sandbox.addRegistrants(onboarding, [cleo])) sandbox.buy(person, { live: 49 });
		},
		example: { email: cleo.email, purchased_live: true },
	},
	{ event: 'sessionStarting', happen: () => {}, example: { webinar_id: 1, schedule: 11 } },
	{
		event: 'webinarPublished',
		happen: () => {},
		example: { name: 'Callback Hour', webinar_hash: 'cbk9931' },
	},
];

describe('a workflow with the trigger', () => {
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.open();
	});
	beforeEach(() => workbench.sandbox.reset());
	afterAll(() => workbench?.close());

	const emailsOf = (executions: readonly Execution[]) =>
		executions.map((execution) => execution.output(TRIGGER).map(({ json }) => json.email));

	it.each(examples)(
		'shows an example of $event when it is run by hand',
		async ({ event, happen, example }) => {
			const { n8n, sandbox } = workbench;
			happen(sandbox);
			const { webinarId, ...resource } = watched;
			const workflow = await workbench.triggerWorkflow({
				...resource,
				event,
				...(event !== 'webinarPublished' && { webinarId }),
			});
			const execution = await Execution.ended(n8n, await runManually(n8n, workflow, TRIGGER));
			expect(execution.error).toBeUndefined();
			expect(execution.output(TRIGGER).map(({ json }) => json)).toContainEqual(
				expect.objectContaining(example),
			);
			expect(await readState(n8n, workflow, TRIGGER)).toBeUndefined();
			expect(execution.raw).not.toContain(sandbox.apiKey);
		},
	);

	it('says how to get an example where there is none', async () => {
		const { n8n } = workbench;
		const workflow = await workbench.triggerWorkflow(added);
		const execution = await Execution.ended(n8n, await runManually(n8n, workflow, TRIGGER));
		expect(execution.error).toMatchObject({
			message: 'Nobody has registered for this webinar yet',
			description: 'Register somebody, e.g. yourself on its registration page, and test again.',
		});
	});

	it('starts once for each new registrant, also after a poll that failed', async () => {
		const { sandbox } = workbench;
		sandbox.addRegistrants(onboarding, [ann]);
		const watching = await workbench.watch(await workbench.triggerWorkflow(added), TRIGGER);
		sandbox.addRegistrants(onboarding, [ben]);
		expect(emailsOf(await watching.executions(1))).toEqual([[ben.email]]);

		sandbox.fail({ operation: 'registrants', kind: 'answer', status: 403, times: 1 });
		sandbox.addRegistrants(onboarding, [cleo]);
		await watching.executions(2);
		// With nothing new, a poll is one call. When the second begins, an execution of the first has ended.
		const { length } = sandbox.calls;
		await waitFor(() => sandbox.calls.length >= length + 2);
		expect(emailsOf(await watching.executions(2))).toEqual([[ben.email], [cleo.email]]);
	});
});
