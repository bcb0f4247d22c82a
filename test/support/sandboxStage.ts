import { type Sandbox, startSandbox } from '../../sandbox';
import { OpenApiCheck } from './openApiCheck';
import * as client from './sandboxClient';

/** A Monday, 07:07 in New York; daylight saving begins there on the following Sunday. */
export const NOW = Date.parse('2026-03-02T12:07:30Z');

interface Row {
	id: number;
	lead_id: number;
	first_name: string;
	subscribed: string;
	[field: string]: unknown;
}

type Tail<F> = F extends (first: Sandbox, ...rest: infer R) => unknown ? R : never;

/** Sets up a test file: a sandbox without a rate limit, which is reset before each test. */
export function useSandbox(): SandboxStage {
	const stage = new SandboxStage();
	beforeAll(() => stage.begin());
	beforeEach(() => stage.renew());
	afterEach(() => expect(stage.openApi.take()).toEqual([]));
	afterAll(() => stage.sandbox.close());
	return stage;
}

class SandboxStage {
	/** Milliseconds since 1970. */
	now = NOW;
	private running: Sandbox | undefined;
	/** Compares every response with docs/openapi.yaml. The requests are often invalid on purpose. */
	readonly openApi = new OpenApiCheck({ requests: false });

	get sandbox(): Sandbox {
		if (!this.running) throw new Error('The sandbox is used before the tests begin');
		return this.running;
	}

	async begin(): Promise<void> {
		this.running = await startSandbox({
			now: () => this.now,
			callsPerSecond: Infinity,
			inspectors: this.openApi.inspectors,
		});
	}

	renew(): void {
		this.now = NOW;
		this.sandbox.reset();
	}

	readonly send = (...args: Tail<typeof client.send>) => client.send(this.sandbox, ...args);
	readonly post = (...args: Tail<typeof client.post>) => client.post(this.sandbox, ...args);
	readonly page = (...args: Tail<typeof client.page>) => client.page(this.sandbox, ...args);

	/** Reads a page of a webinar's registrants. */
	readonly list = async (parameters: Record<string, string> = {}, path = '/live/registrants') => {
		const { json } = await this.post(path, { webinar_id: '1', ...parameters });
		return (json as { registrants: { data: Row[] } }).registrants;
	};
}
