import { FixedOffsetZone, IANAZone, Settings } from 'luxon';

import type {
	CallParameters,
	EndpointName,
	ServiceClient,
} from '../../../nodes/WebinarAccount/service/endpoints';
import { CancelledError } from '../../../nodes/WebinarAccount/service/errors';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { readings, WebinarReader } from '../../../nodes/WebinarAccount/service/webinars';
import { unlessAborted } from '../../../nodes/WebinarAccount/utils/async';
import { answeringClient } from '../../support/answeringClient';
import { settled } from '../../../bench/simulation/virtualClock';

const { automated, live } = products;
const six = { id: '6' };

/** A service whose answers are numbered as they are asked for. */
function counting() {
	const asked: Array<[EndpointName, CallParameters]> = [];
	const service = answeringClient((parameters, name) => {
		asked.push([name, parameters]);
		const webinar = { webinar_id: Number(parameters.webinar_id ?? 6), name: String(asked.length) };
		return name === 'webinars' ? { webinars: [webinar] } : { webinar };
	});
	return { service, asked };
}

const NOW = Date.UTC(2026, 0, 31, 12);
let now = NOW;
const nameOf = async (reader: WebinarReader, ...args: Parameters<WebinarReader['webinar']>) =>
	(await reader.webinar(...args)).webinar.name;

beforeEach(() => {
	readings.lists.clear();
	readings.webinars.clear();
	now = NOW;
	Settings.now = () => now;
});
afterAll(() => {
	Settings.now = () => Date.now();
});

describe('readings of webinars', () => {
	it('are shared by all readers of an account, also while they are on their way', async () => {
		const { service, asked } = counting();
		const names = [1, 2].map(() => nameOf(new WebinarReader(service, now), automated, six));
		await expect(Promise.all(names)).resolves.toEqual(['1', '1']);
		now += 1000;
		await expect(nameOf(new WebinarReader(service, NOW), automated, six)).resolves.toBe('1');
		await new WebinarReader(service, NOW).list(live);
		await new WebinarReader(service, NOW).list(live);
		expect(asked).toEqual([
			['webinar', { webinar_id: '6' }],
			['webinars', {}],
		]);
	});

	it('are made anew for a reader that takes none as old, and always for Infinity', async () => {
		const { service } = counting();
		const reader = new WebinarReader(service, now);
		await nameOf(reader, automated, six);
		await expect(nameOf(reader.notBefore(now + 1), automated, six)).resolves.toBe('2');
		for (const name of ['3', '4'])
			await expect(nameOf(reader.notBefore(Infinity), automated, six)).resolves.toBe(name);
	});

	it('are one for each account, product, webinar and offset', async () => {
		const { service, asked } = counting();
		const reader = new WebinarReader(service, now);
		const london = IANAZone.create('Europe/London');
		const other = { ...service, account: { ...service.account, apiKey: 'another' } };
		await reader.webinar(automated, six);
		await reader.webinar(live, six);
		await reader.webinar(automated, { id: '7' });
		await reader.webinar(automated, six, london);
		await reader.webinar(automated, six, london, Date.UTC(2026, 6, 1));
		await new WebinarReader(other, now).webinar(automated, six);
		expect(asked).toHaveLength(6);
		await reader.webinar(automated, six, FixedOffsetZone.instance(60));
		await reader.webinar(live, six, london);
		expect(asked).toHaveLength(6);
		const zones = asked.map(([, { timezone }]) => timezone);
		expect(zones).toEqual([undefined, undefined, undefined, 'GMT+0', 'GMT+1', undefined]);
	});

	it('are forgotten when the service proves them wrong', async () => {
		const { service } = counting();
		const reader = new WebinarReader(service, now);
		const zone = FixedOffsetZone.instance(60);
		const wrong = await reader.webinar(automated, six, zone);
		await reader.webinar(automated, six);
		reader.forget(automated, wrong);
		await expect(nameOf(reader, automated, six, zone)).resolves.toBe('3');
		await expect(nameOf(reader, automated, six)).resolves.toBe('2');
	});
});

describe('a reading that several executions wait for', () => {
	/** An execution, whose calls end when it is cancelled. */
	function execution(answering: ServiceClient) {
		const run = new AbortController();
		const asked = jest.fn();
		const service: ServiceClient = {
			account: answering.account,
			call: (...args) => {
				asked();
				return unlessAborted(answering.call(...args), run.signal, () => new CancelledError());
			},
		};
		const name = nameOf(new WebinarReader(service, now, run.signal), live, six);
		return { name, cancel: () => run.abort(), asked };
	}
	/** Executions that wait for a service, which answers when it is let. */
	async function waiting(count: number) {
		let answer = () => {};
		const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
		const service = answeringClient(() =>
			mayAnswer.then(() => ({ webinar: { webinar_id: 6, name: 'read' } })),
		);
		const executions = Array.from({ length: count }, () => execution(service));
		await settled();
		return { executions, answer };
	}

	it('is asked for anew by one of the others when the one that asked is cancelled', async () => {
		const { executions, answer } = await waiting(3);
		const names = Promise.allSettled(executions.map(({ name }) => name));
		executions[0]?.cancel();
		await settled();
		answer();
		const read = { status: 'fulfilled', value: 'read' };
		expect(await names).toMatchObject([{ reason: new CancelledError() }, read, read]);
		expect(executions.map(({ asked }) => asked.mock.calls.length)).toEqual([1, 1, 0]);
	});

	it('is no longer waited for by one that is cancelled, and reaches the others', async () => {
		const { executions, answer } = await waiting(2);
		const [first, second] = executions;
		second?.cancel();
		await expect(second?.name).rejects.toThrow('The execution was canceled');
		answer();
		await expect(first?.name).resolves.toBe('read');
		expect(executions.map(({ asked }) => asked.mock.calls.length)).toEqual([1, 0]);
	});
});

describe('the zone of a reading', () => {
	const read = async (product: typeof live, timezone: string | null | undefined, attendee?: IANAZone) => {
		const service = answeringClient(() => ({ webinar: { webinar_id: 6, timezone } }));
		const reading = await new WebinarReader(service, now).webinar(product, six, attendee);
		return { minutes: reading.zone.offset(Date.UTC(2026, 2, 1)), utc: reading.inUtc('2026-03-01 18:00') };
	};

	it.each([
		['UTC', 0, '2026-03-01T18:00:00Z'],
		['GMT', 0, '2026-03-01T18:00:00Z'],
		['GMT+2', 120, '2026-03-01T16:00:00Z'],
		['Europe/London', 0, '2026-03-01T18:00:00Z'],
	])('is %s where the webinar says so, live or automated', async (timezone, minutes, utc) => {
		const attendee = IANAZone.create('Asia/Tokyo');
		for (const product of [live, automated])
			await expect(read(product, timezone, attendee)).resolves.toEqual({ minutes, utc });
	});

	it.each(['EST', 'EST5EDT'])('is that of New York in winter for a live webinar: %s', async (timezone) => {
		await expect(read(live, timezone)).resolves.toEqual({ minutes: -300, utc: '2026-03-01T23:00:00Z' });
	});

	it.each(['auto-detect', 'EST', '', null])(
		"is the attendee's, or EST, for an automated webinar: %s",
		async (timezone) => {
			const tokyo = IANAZone.create('Asia/Tokyo');
			await expect(read(automated, timezone, tokyo)).resolves.toEqual({
				minutes: 540,
				utc: '2026-03-01T09:00:00Z',
			});
			await expect(read(automated, timezone)).resolves.toEqual({
				minutes: -300,
				utc: '2026-03-01T23:00:00Z',
			});
		},
	);

	it.each(['Eastern Time (US & Canada)', null, undefined])(
		'is a guess for a live webinar that names none, whose starts are not told: %s',
		async (timezone) => {
			await expect(read(live, timezone)).resolves.toEqual({ minutes: -300, utc: null });
		},
	);
});
