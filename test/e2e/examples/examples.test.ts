import { request } from 'undici';
import waitFor from 'p-wait-for';

import { exampleFiles, readExample } from '../../../n8n/examples';
import { Execution } from '../../../n8n/executions';
import { createWorkflow, publish, runManually, type StoredWorkflow } from '../../../n8n/workflows';
import { Workbench } from '../support/workbench';
import { fillIn } from '../support/forms';

/** Runs an example, and says what must come of it. */
type Trial = (workbench: Workbench, workflow: StoredWorkflow) => Promise<void>;

const runByHand = async ({ n8n }: Workbench, workflow: StoredWorkflow) =>
	await Execution.ended(n8n, await runManually(n8n, workflow, 'Start by Hand'));

const trials: Readonly<Record<string, Trial>> = {
	'contacts-to-webinar.json': async (workbench, workflow) => {
		const execution = await runByHand(workbench, workflow);
		expect(execution.error).toBeUndefined();
		const emails = (node: string) => execution.output(node).map(({ json }) => json.email);
		expect(emails('Registered')).toEqual([
			'siobhan.obrien@example.com',
			'mateusz.nowak@example.com',
			'aiko.tanaka@example.net',
		]);
		expect(emails('Without Consent')).toEqual(['chidi.okafor@example.org']);
		expect(execution.output('Refused').map(({ json }) => [json.last_name, json.reason])).toEqual([
			['Hoffmann', expect.stringContaining('is not an e-mail address')],
			['Duarte', expect.stringContaining('First Name is empty')],
		]);
		expect(workbench.sandbox.registrants.map(({ email }) => email).sort()).toEqual(
			emails('Registered').sort(),
		);
	},

	'one-click-links.json': async (workbench, workflow) => {
		const execution = await runByHand(workbench, workflow);
		expect(execution.error).toBeUndefined();
		const [table] = execution.output('Build Table');
		expect(table?.json.problems).toEqual([]);
		expect(table?.json.links).toHaveLength(4);

		await publish(workbench.n8n, workflow);
		const page = await live(`${workbench.n8n.url}/webhook/one-click-links`);
		expect(page).toContain('<h1>One-click links of the coming week</h1>');
		expect(page).toContain(`${workbench.sandbox.url}/register/1click/1/kvn1042`);
	},

	'registration-form.json': async (workbench, workflow) => {
		await publish(workbench.n8n, workflow);
		const form = `${workbench.n8n.url}/form/5b0f6c1e-9d0a-4f4e-8a57-3c1c7d2e9b11`;
		expect(await live(form)).toContain('Register for the webinar');

		const consent = ['Register me, handle my data for this, and contact me about the webinar.'];
		const ending = await fillIn(form, ['Ann', 'ann@example.com', consent]);
		const [registrant] = workbench.sandbox.registrants;
		expect(registrant).toMatchObject({ firstName: 'Ann', email: 'ann@example.com', webinarId: 1 });
		expect(ending).toContain('You are registered');
		expect(ending).toContain(`${workbench.sandbox.url}/room/live/${registrant?.token}`);

		workbench.sandbox.fail({ operation: 'register', kind: 'answer', status: 422 });
		expect(await fillIn(form, ['Ben', 'ben@example.com', consent])).toContain('You are not registered yet');
		expect(workbench.sandbox.registrants).toHaveLength(1);
	},
};

/** The page at an address of n8n, once it is live: that takes a moment after publishing. */
async function live(url: string): Promise<string> {
	let page = '';
	await waitFor(
		async () => {
			const { statusCode, body } = await request(url);
			page = await body.text();
			return statusCode === 200;
		},
		{ interval: 100, timeout: 10_000 },
	);
	return page;
}

describe('the example', () => {
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.open();
	});
	beforeEach(() => workbench.sandbox.reset());
	afterAll(() => workbench?.close());

	it.each(exampleFiles)('%s works once its credential is chosen', async (file) => {
		const trial = trials[file];
		if (!trial) throw new Error(`There is no trial of ${file}`);
		await trial(workbench, await createWorkflow(workbench.n8n, readExample(file, workbench.credential)));
	});
});
