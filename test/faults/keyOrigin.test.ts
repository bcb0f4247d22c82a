import { byId, useHarness } from '../support/harness';
import { type Hosts, startHosts } from './hosts';

/** Whatever is filled in, in the node or in the credential: no other host hears anything. */
describe('the key goes nowhere else', () => {
	const harness = useHarness();
	let hosts: Hosts;

	beforeAll(async () => {
		hosts = await startHosts();
	});
	afterEach(() => expect(hosts.heard()).toEqual({ bystander: 0, selfSigned: 0 }));
	afterAll(() => hosts.close());

	const get = { resource: 'live', operation: 'get' };
	const mode = (name: 'id' | 'url', value: string) => ({
		__rl: true as const,
		mode: name,
		// An expression, which the editor cannot check.
		value: `={{ ${JSON.stringify(value)} }}`,
	});

	it.each(['/live/webinar', '/register/1/kvn1042', '/register/kvn1042', '/?webinar_id=1#@'])(
		'with a webinar given as the address of another host, %s',
		async (path) => {
			const address = hosts.addresses.bystander + path;
			await expect(harness.error({ ...get, webinarId: mode('id', address) })).resolves.toMatchObject({
				message: `"${address}" is not a webinar ID`,
			});
			expect(harness.calls).toEqual([]);
			// Of a registration page the ID or the code is read, and no more.
			await harness.run({ ...get, webinarId: mode('url', address) });
			expect(harness.calls.every((call) => call.startsWith('live/webinar'))).toBe(true);
		},
	);

	it('with a proxy for plain http', async () => {
		const before = { ...process.env };
		process.env.HTTP_PROXY = process.env.http_proxy = hosts.addresses.bystander;
		try {
			const { output } = await harness.run({ ...get, webinarId: byId(1) });
			expect(output).toMatchObject([{ json: { webinar_id: 1 } }]);
			await expect(harness.engine.testCredential(harness.credential)).resolves.toMatchObject({
				status: 'OK',
			});
		} finally {
			process.env = before;
		}
	});
});
