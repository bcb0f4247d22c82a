import { once } from 'node:events';
import { createServer } from 'node:http';

import { Harness } from '../support/harness';
import { succeed } from '../support/succeed';
import { poll, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('the event webinarPublished', () => {
	it('is each webinar that is new in the account, once', async () => {
		const webinars = stage.sandbox.webinars.filter(({ id }) => id === 5);
		const publish = (...ids: number[]) =>
			webinars.push(...stage.sandbox.webinars.filter(({ id }) => ids.includes(id)));
		const own = await Harness.start({ webinars, now: () => stage.now });
		const trigger = await own.activate({ resource: 'live', event: 'webinarPublished' });
		const published = async () => (await poll(trigger)).map(({ webinar_id }) => webinar_id);
		expect(await published()).toEqual([]);
		publish(7, 1, 101);
		const items = await poll(trigger);
		expect(items).toMatchObject([
			{ webinar_id: 1, webinar_hash: 'kvn1042', name: 'Onboarding' },
			{ webinar_id: 7 },
		]);
		webinars.shift();
		expect(await published()).toEqual([]);
		publish(5);
		expect(await published()).toEqual([]);
		await own.sandbox.close();
	});

	it('is one for a webinar that is listed twice', async () => {
		const list = (...ids: number[]) => {
			const webinars = ids.map((id) => ({ webinar_id: id, webinar_hash: `h${id}`, schedules: [] }));
			succeed(stage.sandbox, 'webinars', { webinars }, 1);
		};
		const published = { resource: 'live', event: 'webinarPublished' };
		list(1);
		const trigger = await stage.activate(published);
		list(1, 2, 2);
		expect((await poll(trigger)).map(({ webinar_id }) => webinar_id)).toEqual([2]);
		list(1, 2, 2);
		expect((await stage.examples(published))?.map(({ webinar_id }) => webinar_id)).toEqual([2, 1]);
	});

	it.each([
		['Service URL', 'two', 'live'],
		['path of the product', 'one', 'other'],
	])('begins afresh with another %s at the same host', async (_field, service, livePath) => {
		const server = createServer((request, response) => {
			const webinar_id = request.url?.includes('/one/live/') ? 1 : 2;
			response.end(JSON.stringify({ status: 'success', webinars: [{ webinar_id, schedules: [] }] }));
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		const at = (base: string, path: string) => ({
			credential: {
				...stage.credential,
				baseUrl: `http://127.0.0.1:${port}/${base}`,
				livePath: path,
			},
		});
		const published = { resource: 'live', event: 'webinarPublished' };
		const { saved } = await stage.activate(published, at('one', 'live'));
		const { atFirst } = await stage.activate(published, { saved, ...at(service, livePath) });
		server.close();
		expect(atFirst).toEqual([]);
	});

	it('begins afresh with the credential of another account, not with a new key in the same one', async () => {
		const webinars = [...stage.sandbox.webinars];
		const others = webinars.splice(1);
		const own = await Harness.start({ webinars, now: () => stage.now });
		const published = { resource: 'live', event: 'webinarPublished' };
		const { saved } = await own.activate(published, { credentialId: 'one' });
		webinars.push(...others);
		const newIds = others.filter(({ product }) => product === 'live').map(({ id }) => id);
		const atFirst = async (credentialId: string) => {
			const trigger = await own.activate(published, { saved, credentialId });
			return trigger.atFirst.map(({ json }) => json.webinar_id);
		};
		const reported = { other: await atFirst('two'), same: await atFirst('one') };
		await own.sandbox.close();
		expect(reported).toEqual({ other: [], same: newIds.sort((one, other) => one - other) });
	});
});
