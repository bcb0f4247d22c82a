import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { Execution } from '../../../tools/realN8n/executions';
import { readState, runManually } from '../../../tools/realN8n/workflows';
import { TRIGGER, Workbench } from '../support/workbench';

const onboarding = { product: 'live', webinarId: 1 } as const;
const added = { resource: 'live', webinarId: byId(1), event: 'registrantAdded' };
const ann = { firstName: 'Ann', email: 'ann@example.com' };
const ben = { firstName: 'Ben', email: 'ben@example.com' };
const cleo = { firstName: 'Cleo', email: 'cleo@example.com' };

describe('a workflow with the trigger', () => {
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.open();
	});
	beforeEach(() => workbench.sandbox.reset());
	afterAll(() => workbench?.close());

	/** What a run by hand gives. */
	const examples = async () => {
		const { n8n, sandbox } = workbench;
		const workflow = await workbench.triggerWorkflow(added);
		const execution = await Execution.ended(n8n, await runManually(n8n, workflow, TRIGGER));
		expect(execution.error).toBeUndefined();
		expect(await readState(n8n, workflow, TRIGGER)).toBeUndefined();
		expect(execution.raw).not.toContain(sandbox.apiKey);
		return execution.output(TRIGGER).map(({ json }) => json);
	};

	it('shows an example when it is run by hand, and keeps no state', async () => {
		workbench.sandbox.addRegistrants(onboarding, [ann]);
		expect(await examples()).toMatchObject([{ email: ann.email, attended_live: false }]);
	});

	it('shows an invented example, marked as such, where there is none', async () => {
		expect(await examples()).toMatchObject([{ sample: true }]);
	});

	it('starts once for each new registrant, also after a poll that failed', async () => {
		const { sandbox } = workbench;
		const emailsOf = (executions: readonly Execution[]) =>
			executions.map((execution) => execution.output(TRIGGER).map(({ json }) => json.email));
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
