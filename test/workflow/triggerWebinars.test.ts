import { once } from 'node:events';
import { createServer } from 'node:http';

import type { ActiveTrigger } from '../support/engine/activeTrigger';
import { succeed } from '../support/succeed';
import { poll, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('the event webinarPublished', () => {
	const published = { resource: 'live', event: 'webinarPublished' };
	const idsIn = async (trigger: ActiveTrigger) => (await poll(trigger)).map(({ webinar_id }) => webinar_id);

	it('is each webinar that is new in the account, once', async () => {
		const all = stage.sandbox.webinars;
		const show = (...ids: number[]) => stage.sandbox.setWebinars(all.filter(({ id }) => ids.includes(id)));
		show(5);
		const trigger = await stage.activate(published);
		expect(await idsIn(trigger)).toEqual([]);
		show(5, 7, 1, 101);
		expect(await poll(trigger)).toMatchObject([
			{ webinar_id: 1, webinar_hash: 'kvn1042', name: 'Onboarding' },
			{ webinar_id: 7 },
		]);
		show(7, 1, 101);
		expect(await idsIn(trigger)).toEqual([]);
		show(5, 7, 1, 101);
		expect(await idsIn(trigger)).toEqual([]);
	});

	it('is one for a webinar that is listed twice', async () => {
		const list = (...ids: number[]) => {
			const webinars = ids.map((id) => ({ webinar_id: id, webinar_hash: `h${id}`, schedules: [] }));
			succeed(stage.sandbox, 'webinars', { webinars }, 1);
		};
		list(1);
		const trigger = await stage.activate(published);
		list(1, 2, 2);
		expect(await idsIn(trigger)).toEqual([2]);
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
		const { saved } = await stage.activate(published, at('one', 'live'));
		const { atFirst } = await stage.activate(published, { saved, ...at(service, livePath) });
		server.close();
		expect(atFirst).toEqual([]);
	});

	it('begins afresh with the credential of another account, not with a new key in the same one', async () => {
		const { webinars } = stage.sandbox;
		stage.sandbox.setWebinars(webinars.slice(0, 1));
		const { saved } = await stage.activate(published, { credentialId: 'one' });
		stage.sandbox.setWebinars(webinars);
		const atFirst = async (credentialId: string) => {
			const trigger = await stage.activate(published, { saved, credentialId });
			return trigger.atFirst.map(({ json }) => json.webinar_id);
		};
		const others = webinars.slice(1).filter(({ product }) => product === 'live');
		expect(await atFirst('two')).toEqual([]);
		expect(await atFirst('one')).toEqual(others.map(({ id }) => id).sort((one, other) => one - other));
	});
});
