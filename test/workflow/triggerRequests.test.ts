import type { ActiveTrigger } from '../support/engine/activeTrigger';
import { consecutiveIds, registerInWebinars, setLiveWebinars } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import {
	idsOf,
	inAllWebinars,
	inOneWebinar,
	MINUTE_MS,
	poll,
	pollRegistrantIds,
	registrantAdded,
	TriggerStage,
} from '../support/triggerStage';

/** Counts the requests of polls, also while people register. */

const stage = new TriggerStage();
const addedInAllWebinars = { ...inAllWebinars, event: 'registrantAdded' };

/** Polls, and returns the IDs of the reported registrants with the number of requests. */
async function pollAndCount(trigger: ActiveTrigger): Promise<{ ids: unknown[]; requests: number }> {
	let ids: unknown[] = [];
	const requests = await stage.countRequestsDuring(async () => (ids = await pollRegistrantIds(trigger)));
	return { ids, requests };
}

describe('a poll of many webinars', () => {
	it('reads all of four big webinars in a few polls of eight seconds, and then reports their new registrants', async () => {
		const ids = consecutiveIds(4);
		setLiveWebinars(stage.sandbox, ids);
		registerInWebinars(stage.sandbox, ids, 60);
		const credential = { ...stage.credential, callsPerSecond: 1 };
		const trigger = await stage.activate(addedInAllWebinars, { budgetMs: 8000, credential });
		expect(trigger.warnings.at(-1)).toEqual(containing('have not been read yet'));
		let polls = 0;
		for (let warnings = -1; polls < 8 && warnings !== trigger.warnings.length; polls++) {
			warnings = trigger.warnings.length;
			stage.now += MINUTE_MS;
			expect(await poll(trigger)).toEqual([]);
		}
		expect(polls).toBeLessThan(8);
		const people = registerInWebinars(stage.sandbox, ids);
		stage.now += MINUTE_MS;
		expect((await pollRegistrantIds(trigger)).sort()).toEqual(people.sort());
	});
});

describe('a poll that finds nothing new', () => {
	it('sends one request while people wait for the end of their sessions', async () => {
		const trigger = await stage.activate({ ...inOneWebinar, event: 'registrantDidNotAttend' });
		stage.addRegistrants(3);
		await poll(trigger);
		stage.now += MINUTE_MS;
		expect(await pollAndCount(trigger)).toEqual({ ids: [], requests: 1 });
	});

	it('sends one request while an attendee has spent less than Minimum Minutes in the room', async () => {
		const trigger = await stage.activate({
			...inOneWebinar,
			event: 'registrantAttendedLive',
			options: { minimumMinutes: 10 },
		});
		const attendees = stage.addRegistrants(60);
		for (const person of attendees) stage.sandbox.attend(person, { live: 60 });
		await poll(trigger);
		stage.now += MINUTE_MS;
		expect(await pollAndCount(trigger)).toEqual({ ids: [], requests: 1 });
		for (const person of attendees) stage.sandbox.attend(person, { live: 600 });
		stage.now += 8 * MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(attendees));
	});
});

describe('polls that overlap', () => {
	it('returns nothing from polls that start while another poll of the node runs, without any request', async () => {
		stage.addRegistrants(3);
		const trigger = await stage.activate(registrantAdded);
		const person = stage.addRegistrant();
		let later: Array<Promise<unknown[]>> = [];
		stage.sandbox.before({ operation: 'registrants' }, () => {
			later = [1, 2, 3].map(async () => await pollRegistrantIds(trigger));
		});
		const { ids, requests } = await pollAndCount(trigger);
		expect(ids).toEqual([person.id]);
		expect(await Promise.all(later)).toEqual([[], [], []]);
		const requestForTimeZone = 1;
		expect(requests).toBe(1 + requestForTimeZone);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});

	it('reports a person in two workflows that poll at the same time, although one is a copy with the same node ID', async () => {
		stage.addRegistrants(3);
		const original = await stage.activate(registrantAdded);
		const copy = await stage.activate(registrantAdded);
		const person = stage.addRegistrant();
		let inCopy: Promise<unknown> = Promise.resolve();
		stage.sandbox.before({ operation: 'registrants' }, () => {
			inCopy = pollRegistrantIds(copy);
		});
		expect(await pollRegistrantIds(original)).toEqual([person.id]);
		expect(await inCopy).toEqual([person.id]);
	});
});

describe('a poll that runs out of time', () => {
	it('says so if the webinar list takes too long', async () => {
		const trigger = await stage.activate(addedInAllWebinars, { budgetMs: 60_000 });
		stage.sandbox.fail({
			kind: 'answer',
			status: 429,
			operation: 'webinars',
			headers: { 'retry-after': '57' },
		} as const);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: 'The poll takes longer than the 60 seconds that this n8n instance allows',
		});
	});
});
