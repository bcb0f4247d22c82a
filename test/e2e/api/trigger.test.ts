import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { Execution } from '../../../tools/realN8n/executions';
import { readState, runManually } from '../../../tools/realN8n/workflows';
import type { Registrant, Sandbox } from '../../../sandbox';
import { TRIGGER, Workbench } from '../support/workbench';

const onboarding = { product: 'live', webinarId: 1 } as const;
const watched = { resource: 'live', webinarId: byId(1) };
const added = { ...watched, event: 'registrantAdded' };
const ann = { firstName: 'Ann', email: 'ann@example.com' };
const ben = { firstName: 'Ben', email: 'ben@example.com' };
const cleo = { firstName: 'Cleo', email: 'cleo@example.com' };

/** Each event with what an example of it holds, and for an event of registrants, what somebody did before. */
const examples: ReadonlyArray<{
	event: string;
	person?: (sandbox: Sandbox, person: Registrant) => void;
	example: object;
}> = [
	{ event: 'registrantAdded', person: () => {}, example: { attended_live: false } },
	{
		event: 'registrantAttended',
		person: (sandbox, person) => sandbox.attend(person, { live: 60 }),
		example: { attended_live: true },
	},
	{
		event: 'registrantAttendedLive',
		person: (sandbox, person) => sandbox.attend(person, { live: 60 }),
		example: { attended_live: true },
	},
	{
		event: 'registrantAttendedReplay',
		person: (sandbox, person) => sandbox.attend(person, { replay: 60 }),
		example: { attended_replay: true },
	},
	{
		event: 'registrantDidNotAttend',
		person: (sandbox, person) => sandbox.startSession(person, 200),
		example: { attended_live: false },
	},
	{
		event: 'registrantLeftEarly',
		person(sandbox, person) {
			sandbox.attend(person, { live: 60 });
			sandbox.startSession(person, 200);
		},
		example: { time_live: 60 },
	},
	{
		event: 'registrantPurchased',
		person: (sandbox, person) => sandbox.buy(person, { live: 49 }),
		example: { purchased_live: true },
	},
	{
		event: 'registrantStayed',
		person: (sandbox, person) => sandbox.attend(person, { live: 3600 }),
		example: { time_live: 3600 },
	},
	{ event: 'sessionStarting', example: { webinar_id: 1, schedule: 11 } },
	{
		event: 'webinarPublished',
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
		async ({ event, person, example }) => {
			const { n8n, sandbox } = workbench;
			if (person) for (const each of sandbox.addRegistrants(onboarding, [ann])) person(sandbox, each);
			const { webinarId, ...resource } = watched;
			const workflow = await workbench.triggerWorkflow({
				...resource,
				event,
				...(event !== 'webinarPublished' && { webinarId }),
			});
			const execution = await Execution.ended(n8n, await runManually(n8n, workflow, TRIGGER));
			expect(execution.error).toBeUndefined();
			expect(execution.output(TRIGGER).map(({ json }) => json)).toContainEqual(
				expect.objectContaining({ ...(person && { email: ann.email }), ...example }),
			);
			expect(await readState(n8n, workflow, TRIGGER)).toBeUndefined();
			expect(execution.raw).not.toContain(sandbox.apiKey);
		},
	);

	it('shows an invented example, marked as such, where there is none', async () => {
		const { n8n } = workbench;
		const workflow = await workbench.triggerWorkflow(added);
		const execution = await Execution.ended(n8n, await runManually(n8n, workflow, TRIGGER));
		expect(execution.error).toBeUndefined();
		expect(execution.output(TRIGGER).map(({ json }) => json)).toEqual([
			expect.objectContaining({
				sample: true,
				email: expect.stringMatching(/@example\.com$/) as string,
			}),
		]);
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
