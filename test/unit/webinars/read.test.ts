import { FixedOffsetZone, IANAZone } from 'luxon';

import type { CallParameters, EndpointName } from '../../../nodes/WebinarAccount/service/endpoints';
import { InputError } from '../../../nodes/WebinarAccount/service/errors';
import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { unlessAborted } from '../../../nodes/WebinarAccount/utils/async';
import { WebinarReader } from '../../../nodes/WebinarAccount/webinars/read';
import { EST, readTimezone } from '../../../nodes/WebinarAccount/webinars/dates';
import { answeringClient } from '../../support/answeringClient';
import { deferred, settled } from '../../support/deferred';
import { HandClock } from '../../support/handClock';

const { automated, live } = products;
const six = { id: '6' };
const london = IANAZone.create('Europe/London');
const newYork = IANAZone.create('America/New_York');

let clock: HandClock;
beforeEach(() => (clock = new HandClock()));
afterEach(() => clock.end());

/** A service whose responses are numbered as they are asked for. */
function counting() {
	const asked: Array<[EndpointName, CallParameters]> = [];
	const service = answeringClient((parameters, name) => {
		asked.push([name, parameters]);
		const webinar = { webinar_id: Number(parameters.webinar_id ?? 6), name: String(asked.length) };
		return name === 'webinars' ? { webinars: [webinar] } : { webinar };
	});
	return { service, asked, reader: new WebinarReader(service, 0) };
}

const nameOf = async (reader: WebinarReader, ...args: Parameters<WebinarReader['webinar']>) =>
	(await reader.webinar(...args)).detail.name;

describe('readings of webinars', () => {
	it('are shared by all readers of an account, also while they are on their way', async () => {
		const { service, asked } = counting();
		const names = [1, 2].map(() => nameOf(new WebinarReader(service, 0), automated, six));
		await expect(Promise.all(names)).resolves.toEqual(['1', '1']);
		clock.pass(1000);
		await expect(nameOf(new WebinarReader(service, 0), automated, six)).resolves.toBe('1');
		for (const reader of [new WebinarReader(service, 0), new WebinarReader(service, 0)])
			await expect(reader.list(live)).resolves.toEqual([{ webinar_id: 6, name: '2' }]);
		expect(asked).toStrictEqual([
			['webinar', { webinar_id: '6' }],
			['webinars', {}],
		]);
	});

	it('are made anew for a reader that takes none as old, and always for Infinity', async () => {
		const { reader } = counting();
		await nameOf(reader, automated, six);
		clock.pass(1000);
		await expect(nameOf(reader.atMost(1000), automated, six)).resolves.toBe('1');
		await expect(nameOf(reader.atMost(999), automated, six)).resolves.toBe('2');
		await expect(nameOf(reader.notBefore(1000), automated, six)).resolves.toBe('2');
		for (const name of ['3', '4'])
			await expect(nameOf(reader.notBefore(Infinity), automated, six)).resolves.toBe(name);
	});

	it('are one for each account, product, webinar and offset', async () => {
		const { reader, service, asked } = counting();
		const other = { ...service, account: { ...service.account, apiKey: 'another' } };
		await reader.webinar(automated, six);
		await reader.webinar(live, six);
		await reader.webinar(automated, { id: '7' });
		await reader.webinar(automated, six, london);
		clock.wall = Date.UTC(2026, 6, 1);
		await reader.webinar(automated, six, london);
		await new WebinarReader(other, 0).webinar(automated, six);
		expect(asked).toHaveLength(6);
		await reader.webinar(automated, six, FixedOffsetZone.instance(60));
		await reader.webinar(live, six, london);
		expect(asked).toHaveLength(6);
		const zones = asked.map(([, { timezone }]) => timezone);
		expect(zones).toEqual([undefined, undefined, undefined, 'GMT+0', 'GMT+1', undefined]);
	});

	it('know when they were made', async () => {
		const { reader } = counting();
		const madeAt = clock.wall;
		await reader.webinar(live, six);
		clock.pass(1000);
		expect((await reader.webinar(live, six)).readAt).toBe(madeAt);
	});

	it('are kept for ten minutes after their last use', async () => {
		const { reader } = counting();
		await nameOf(reader, live, six);
		clock.pass(600_000 - 1);
		await expect(nameOf(reader, live, six)).resolves.toBe('1');
		clock.pass(600_000);
		await expect(nameOf(reader, live, six)).resolves.toBe('2');
	});

	it('are of the webinar that was asked for', async () => {
		const service = answeringClient(() => ({ webinar: { webinar_id: 7 } }));
		await expect(new WebinarReader(service, 0).webinar(live, six)).rejects.toMatchObject({
			message: 'The service answered with another webinar',
			description: expect.stringContaining('Asked for: webinar 6. Answered: webinar 7.') as string,
		});
	});

	it('are asked for anew after a failure', async () => {
		let isBusy = true;
		const service = answeringClient(() =>
			isBusy ? Promise.reject(new Error('busy')) : { webinar: { webinar_id: 6, name: 'read' } },
		);
		const reader = new WebinarReader(service, 0);
		await expect(nameOf(reader, live, six)).rejects.toThrow('busy');
		isBusy = false;
		await expect(nameOf(reader, live, six)).resolves.toBe('read');
	});

	it('reach the other executions when the one that asked is cancelled', async () => {
		const { promise, resolve } = deferred<object>();
		const answering = answeringClient(() => promise);
		const executions = Array.from({ length: 3 }, () => {
			const run = new AbortController();
			const call: typeof answering.call = (...args) =>
				unlessAborted(answering.call(...args), run.signal, () => new CancelledError());
			const service = { account: answering.account, call: jest.fn(call) };
			const name = nameOf(new WebinarReader(service, 0, run.signal), live, six);
			return { name, run, service };
		});
		const names = Promise.allSettled(executions.map(({ name }) => name));
		await settled();
		executions[0]?.run.abort();
		await settled();
		resolve({ webinar: { webinar_id: 6, name: 'read' } });
		const read = { status: 'fulfilled', value: 'read' };
		expect(await names).toMatchObject([{ reason: new CancelledError() }, read, read]);
		expect(executions.map(({ service }) => service.call.mock.calls.length)).toEqual([1, 1, 0]);
	});
});

describe('the ID of a webinar', () => {
	const service = () =>
		answeringClient(({ webinar_id }, name) => {
			const webinar = { webinar_id: Number(webinar_id ?? 6), webinar_hash: 'uvw1234' };
			return name === 'webinars' ? { webinars: [webinar] } : { webinar };
		});
	const reader = () => new WebinarReader(service(), 0);

	it('stands for itself, and is found for the code of a registration page', async () => {
		const { reader: counted, asked } = counting();
		await expect(counted.id(live, six)).resolves.toBe('6');
		expect(asked).toEqual([]);
		await expect(reader().id(live, { id: '6', hash: 'uvw1234' })).resolves.toBe('6');
		await expect(reader().id(live, { code: 'uvw1234' })).resolves.toBe('6');
		await expect(reader().webinar(live, { code: 'uvw1234' })).resolves.toMatchObject({ id: 6 });
	});

	it('is refused with the code or the hash of another webinar', async () => {
		const unknown = reader().id(live, { code: 'other' });
		await expect(unknown).rejects.toThrow('No live webinar has a registration page that ends with "other"');
		await expect(unknown).rejects.toMatchObject({ reasons: ['No webinar has this registration page'] });
		const reference = { id: '6', hash: 'other' };
		for (const asked of [reader().id(live, reference), reader().webinar(live, reference)])
			await expect(asked).rejects.toThrow('The address belongs to another webinar');
		await expect(unknown).rejects.toThrow(InputError);
	});
});

describe('whether a webinar follows the attendee', () => {
	const STARTS: readonly number[] = [Date.UTC(2026, 1, 2, 13), Date.UTC(2026, 6, 2, 13)];
	let starts = STARTS;
	beforeEach(() => (starts = STARTS));
	/** A webinar with a session in winter and one in summer. */
	function showing(states: string, zoneFor: (asked: string | undefined) => { offset(at: number): number }) {
		const asked: unknown[] = [];
		const service = answeringClient(({ timezone }) => {
			asked.push(timezone);
			const zone = zoneFor(timezone === undefined ? undefined : String(timezone));
			const schedules = starts.map((start) => {
				const local = new Date(start + zone.offset(start) * 60_000).toISOString();
				return { schedule: 5, date: local.slice(0, 16).replace('T', ' ') };
			});
			return { webinar: { webinar_id: 6, timezone: states, schedules } };
		});
		return { reader: new WebinarReader(service, 0), asked };
	}
	const inZoneAsked = (asked: string | undefined) => readTimezone(asked ?? '') ?? EST;
	const tokyo = IANAZone.create('Asia/Tokyo');

	it('is known without a comparison where it states no region, or for a live webinar', async () => {
		const { reader, asked } = showing('auto-detect', inZoneAsked);
		await expect(reader.webinar(automated, six)).resolves.toMatchObject({ followsAttendee: true, zone: EST });
		await expect(reader.webinar(automated, six, tokyo)).resolves.toMatchObject({ zone: tokyo });
		await expect(reader.webinar(live, six, tokyo)).resolves.toMatchObject({ followsAttendee: false });
		expect(asked).toEqual([undefined, 'GMT+9', undefined]);
	});

	it.each([
		['is compared once with another offset, for all zones', 'Asia/Tokyo', ['GMT+9', 'GMT+0']],
		[
			'is compared with a third offset where the first is that of the attendee',
			'Etc/UTC',
			['GMT+0', 'GMT+1'],
		],
		['needs no comparison in the zone that it states', 'Europe/London', ['GMT+0', 'GMT+1']],
	])('%s', async (_what, name, forms) => {
		const { reader, asked } = showing('Europe/London', () => london);
		const zone = IANAZone.create(name);
		const webinar = await reader.webinar(automated, six, zone);
		expect(webinar).toMatchObject({ followsAttendee: false, zone: { name: 'Europe/London' } });
		expect(webinar.sessions.map(({ startsAt }) => startsAt)).toEqual(STARTS);
		expect(asked).toEqual(forms);
		await reader.webinar(automated, six, zone);
		expect(asked).toHaveLength(2);
	});

	it.each(['Asia/Tokyo', 'Etc/UTC', 'Europe/London'])(
		'shows in its dates, not in the name of its zone, for an attendee in %s',
		async (name) => {
			const zone = IANAZone.create(name);
			const { reader } = showing('America/New_York', inZoneAsked);
			const webinar = await reader.webinar(automated, six, zone);
			expect(webinar).toMatchObject({ followsAttendee: true, zone: { name } });
			expect(webinar.sessions.map(({ startsAt }) => startsAt)).toEqual(STARTS);
			await expect(reader.webinar(automated, six)).resolves.toMatchObject({ followsAttendee: true });
		},
	);

	it('is compared with a reading of up to ten minutes, and with a new one if that lists other dates', async () => {
		const { reader, asked } = showing('America/New_York', inZoneAsked);
		await reader.webinar(automated, six, tokyo);
		clock.pass(599_000);
		await reader.notBefore(Infinity).webinar(automated, six, tokyo);
		expect(asked).toEqual(['GMT+9', 'GMT+0', 'GMT+9']);
		starts = STARTS.map((start) => start + 86_400_000);
		clock.pass(1000);
		const webinar = await reader.notBefore(performance.now()).webinar(automated, six, tokyo);
		expect(webinar.followsAttendee).toBe(true);
		expect(asked.slice(3)).toEqual(['GMT+9', 'GMT+0']);
	});

	it.each([
		[
			'no session has a date',
			[
				{ schedule: 5, date: '' },
				{ schedule: 6, date: '13:15', comment: 'Just in time' },
			],
			1,
		],
		['all sessions differ', undefined, 3],
	])('is no, where %s', async (_what, schedules, calls) => {
		let asked = 0;
		const service = answeringClient(() => {
			const other = [{ schedule: ++asked, date: '2026-03-01 13:00' }];
			return { webinar: { webinar_id: 6, timezone: 'Europe/London', schedules: schedules ?? other } };
		});
		// Anew each time, so that another comparison is made.
		const webinar = await new WebinarReader(service, Infinity).webinar(automated, six, tokyo);
		expect(webinar.followsAttendee).toBe(false);
		expect(asked).toBe(calls);
	});

	it('is not compared in the zone that it states, and not by sessions whose dates change anyway', async () => {
		starts = STARTS.slice(0, 1);
		const own = showing('Europe/London', () => london);
		await own.reader.webinar(automated, six, london);
		expect(own.asked).toEqual(['GMT+0']);
		const service = answeringClient(({ timezone }) => {
			const date = timezone === 'GMT+9' ? '2026-02-02 22:00' : '2026-02-02 13:00';
			const rolling = [1, 2, 3].map((schedule) => ({
				schedule,
				date: '2026-01-31 12:15',
				comment: 'Just in time',
			}));
			return {
				webinar: { webinar_id: 6, timezone: 'Europe/London', schedules: [...rolling, { schedule: 5, date }] },
			};
		});
		const webinar = await new WebinarReader(service, 0).webinar(automated, six, tokyo);
		expect(webinar.followsAttendee).toBe(true);
	});

	it('is found for contacts of many zones at once, with one call for each offset', async () => {
		const { reader, asked } = showing('Europe/London', () => london);
		const zones = [london, newYork, tokyo, FixedOffsetZone.utcInstance, EST, undefined];
		const all = [...zones, ...zones].map((zone) => reader.webinar(automated, six, zone));
		for (const { sessions } of await Promise.all(all))
			expect(sessions.map(({ startsAt }) => startsAt)).toEqual(STARTS);
		expect([...asked].sort()).toEqual(['GMT+0', 'GMT+1', 'GMT+9', 'GMT-4', 'GMT-5', undefined]);
	});
});
