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
});
