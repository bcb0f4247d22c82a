import { FixedOffsetZone, IANAZone, Settings } from 'luxon';

import type {
	CallParameters,
	EndpointName,
	ServiceClient,
} from '../../../nodes/WebinarAccount/service/endpoints';
import { CancelledError } from '../../../nodes/WebinarAccount/service/errors';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { readings, WebinarReader } from '../../../nodes/WebinarAccount/service/webinars';
import { answeringClient } from '../../support/answeringClient';
import { settled } from '../../../bench/simulation/virtualClock';

const { automated, live } = products;
const six = { id: '6' };
const page = (hash: string) => ({ id: '6', hash });

/** A service whose answers are numbered as they are asked for. */
function counting() {
	const asked: Array<[EndpointName, CallParameters]> = [];
	const service = answeringClient((parameters, name) => {
		asked.push([name, parameters]);
		const webinar = {
			webinar_id: 6,
			webinar_hash: 'uvw1234',
			name: String(asked.length),
			timezone: 'Europe/London',
		};
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

	it('find the webinar of a short address in the list, and check the hash of a long one', async () => {
		const reader = new WebinarReader(counting().service, now);
		await expect(reader.id(live, { code: 'uvw1234' })).resolves.toBe('6');
		await expect(reader.id(live, { code: 'other' })).rejects.toThrow(
			'No live webinar has a registration page that ends with "other"',
		);
		await expect(reader.webinar(live, page('uvw1234'))).resolves.toMatchObject({
			webinar: { webinar_id: 6 },
		});
		await expect(reader.webinar(live, page('other'))).rejects.toThrow(
			'The address belongs to another webinar',
		);
	});
});

describe('a reading that several executions wait for', () => {
	/** An execution of an account, whose calls end when it is cancelled. */
	function execution(account: ServiceClient) {
		const run = new AbortController();
		const calls: EndpointName[] = [];
		const service: ServiceClient = {
			...account,
			call: (product, name, parameters) => {
				calls.push(name);
				const cancelled = new Promise<never>((_resolve, reject) =>
					run.signal.addEventListener('abort', () => reject(new CancelledError())),
				);
				return Promise.race([account.call(product, name, parameters), cancelled]);
			},
		};
		return { reader: new WebinarReader(service, now, run.signal), cancel: () => run.abort(), calls };
	}
	/** A service that answers when it is let. */
	function slow() {
		let answer = () => {};
		const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
		const service = answeringClient(async () => {
			await mayAnswer;
			return { webinar: { webinar_id: 6, name: 'read' } };
		});
		return { service, answer };
	}

	it('is asked for anew by one of those who are left when the one that asked is cancelled', async () => {
		const { service, answer } = slow();
		const [first, second, third] = [execution(service), execution(service), execution(service)];
		const [failed, ...others] = [first, second, third].map(({ reader }) => nameOf(reader, live, six));
		const rejected = expect(failed).rejects.toThrow('The execution was canceled');
		await settled();
		first.cancel();
		await rejected;
		answer();
		await expect(Promise.all(others)).resolves.toEqual(['read', 'read']);
		expect([first, second, third].map(({ calls }) => calls.length)).toEqual([1, 1, 0]);
	});

	it('is no longer waited for by one that is cancelled, and reaches the others', async () => {
		const { service, answer } = slow();
		const [first, second] = [execution(service), execution(service)];
		const [name, failed] = [first, second].map(({ reader }) => nameOf(reader, live, six));
		const rejected = expect(failed).rejects.toThrow('The execution was canceled');
		await settled();
		second.cancel();
		await rejected;
		answer();
		await expect(name).resolves.toBe('read');
		expect(second.calls).toEqual([]);
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
