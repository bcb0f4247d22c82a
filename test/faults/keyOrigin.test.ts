import { byId, useHarness } from '../support/harness';
import { type Hosts, startHosts } from './hosts';

// Where redirects and addresses of other hosts lead, test/faults/matrix and test/workflow/addressOfWebinar show.
describe('the key goes nowhere else', () => {
	const harness = useHarness();
	let hosts: Hosts;

	beforeAll(async () => {
		hosts = await startHosts();
	});
	afterEach(() => expect(hosts.heard()).toEqual({ bystander: 0, selfSigned: 0 }));
	afterAll(() => hosts.close());

	it('with a proxy for plain http', async () => {
		const before = { ...process.env };
		process.env.HTTP_PROXY = process.env.http_proxy = hosts.addresses.bystander;
		try {
			const { output } = await harness.run({ resource: 'live', operation: 'get', webinarId: byId(1) });
			expect(output).toMatchObject([{ json: { webinar_id: 1 } }]);
			await expect(harness.engine.testCredential(harness.credential)).resolves.toMatchObject({
				status: 'OK',
			});
		} finally {
			process.env = before;
		}
	});
});
