import type { MemoryKeeping } from '../support/engine/activeTrigger';
import type { Fault } from '../../sandbox';
import { byId, expectWithoutKey, Harness } from '../support/harness';
import { containing } from '../support/matchers';
import {
	added,
	attended,
	idsOf,
	poll,
	purchased,
	reported,
	watched,
	TriggerStage,
} from '../support/triggerStage';

const stage = new TriggerStage();

describe.each<MemoryKeeping>(['inWorkflow', 'asCursor'])('a state that n8n keeps %s', (keeps) => {
	/** Activates, and polls once: only then is a cursor there. */
	const activate = async (parameters: Parameters<Harness['activate']>[0], options = {}) => {
		const trigger = await stage.activate(parameters, { keeps, ...options });
		expect(await poll(trigger)).toEqual([]);
		return trigger;
	};

	it('reports who registers after the first poll, once, as Get Registrants gives it', async () => {
		stage.add(2);
		const trigger = await activate(added);
		expect(await poll(trigger)).toEqual([]);
		const people = stage.add(2);
		const items = await poll(trigger);
		expect(items.map(({ id }) => id)).toEqual(idsOf(people));
		const all = await stage.output({ ...watched, operation: 'getRegistrants', returnAll: true });
		expect(items).toEqual(all.slice(2));
		expect(await poll(trigger)).toEqual([]);
		expectWithoutKey([trigger.saved, items], stage.sandbox.apiKey);
	});

	it('reports who attended, live or the replay or both, once', async () => {
		const [ann, ben, cleo] = stage.add(3);
		if (!ann || !ben || !cleo) throw new Error('Three people are registered');
		stage.sandbox.attend(ann, { live: 60 });
		const trigger = await activate(attended);
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.attend(ann, { replay: 60 });
		stage.sandbox.attend(cleo, { live: 60, replay: 5 });
		expect(await reported(trigger)).toEqual([cleo.id]);
		stage.sandbox.attend(ben, { replay: 60 });
		expect(await reported(trigger)).toEqual([ben.id]);
		stage.sandbox.attend(ben, { live: 60 });
		expect(await reported(trigger)).toEqual([]);
	});

	it('reports who bought, once', async () => {
		const [ann, ben] = stage.add(2);
		if (!ann || !ben) throw new Error('Two people are registered');
		const trigger = await activate(purchased);
		stage.sandbox.attend(ann, { live: 60 });
		stage.sandbox.buy(ben, { live: 49 });
		expect(await reported(trigger)).toEqual([ben.id]);
		stage.sandbox.buy(ben, { replay: 10 });
		expect(await reported(trigger)).toEqual([]);
	});

	it('is the same after a restart', async () => {
		stage.add(30);
		const trigger = await activate(added);
		const first = stage.add(2);
		expect(await reported(trigger)).toEqual(idsOf(first));
		expect(await reported(trigger)).toEqual([]);
		const second = stage.add(1);
		const atOnce = (await trigger.restart()).map(({ json }) => json.id);
		expect([...atOnce, ...(await reported(trigger))]).toEqual(idsOf(second));
		expect(await reported(trigger)).toEqual([]);
	});

	it('is as it was after a poll that failed at any of its calls', async () => {
		stage.add(60);
		const trigger = await activate(attended);
		const people = stage.add(40);
		for (const person of people) stage.sandbox.attend(person, { live: 60, replay: 60 });
		const before = JSON.stringify(trigger.saved);
		const failures = ['answer', 'html', 'statusError', 'truncatedJson'] as const;
		for (let skip = 0; skip < 4; skip++) {
			const kind = failures[skip] ?? 'html';
			const fault: Fault = kind === 'answer' ? { kind, status: 403 } : { kind };
			stage.sandbox.fail({ ...fault, operation: 'registrants', skip, times: 1 });
			await expect(poll(trigger)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: containing('Could not list the registrants'),
			});
			stage.sandbox.clearFaults();
		}
		expect(JSON.stringify(trigger.saved)).toBe(before);
		expect(await reported(trigger)).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it('begins afresh for another event, webinar, session or product', async () => {
		stage.add(3);
		const { saved } = await activate(added);
		const others = [
			attended,
			{ ...added, webinarId: byId(2) },
			{ ...added, schedule: byId(11) },
			{ ...added, resource: 'automated', webinarId: byId(101) },
			{ resource: 'live', event: 'webinarPublished' },
		];
		for (const person of stage.add(2)) stage.sandbox.attend(person, { live: 60 });
		for (const parameters of others) {
			const trigger = await activate(parameters, { saved });
			expect(await poll(trigger)).toEqual([]);
			expect(JSON.stringify(trigger.saved)).not.toBe(JSON.stringify(saved));
		}
		const same = await activate(added, { saved });
		expect(await reported(same)).toEqual([]);
	});

	it('holds a registration page address, which is looked up once', async () => {
		const page = 'https://event.example.com/register/kvn1042';
		const trigger = await activate({ ...added, webinarId: { __rl: true, mode: 'url', value: page } });
		const people = stage.add(1);
		const callsOfThePoll = await stage.callsOf(async () => {
			expect(await reported(trigger)).toEqual(idsOf(people));
		});
		expect(stage.calls.slice(-callsOfThePoll)).not.toContain('live/webinars');
	});
});
