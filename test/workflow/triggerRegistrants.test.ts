import { byId, Harness } from '../support/harness';
import { added, idsOf, poll, reported, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('many registrants', () => {
	it('cost few calls: 250 on 10 pages, whichever end is the newest', async () => {
		for (const newestFirst of [false, true]) {
			stage.sandbox.reset();
			stage.sandbox.setRegistrantsList({ newestFirst });
			stage.register(250);
			const trigger = await stage.harness.activate(added);
			expect(stage.sandbox.calls).toHaveLength(10);
			expect(await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
			const people = idsOf(stage.register(30));
			const reading = async () => expect(await reported(trigger)).toEqual(people);
			expect(await stage.callsOf(reading)).toBeLessThan(5);
			expect(await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
		}
	});

	it.each(['minimal', 'withoutLastPage', 'repeating', 'bareArray', 'users', 'user'] as const)(
		'are reported in the answers of older hosts too: %s',
		async (paginator) => {
			stage.sandbox.setRegistrantsList({ paginator });
			stage.register(20);
			const trigger = await stage.harness.activate(added);
			const people = stage.register(5);
			expect(await reported(trigger)).toEqual(idsOf(people));
			expect(await reported(trigger)).toEqual([]);
		},
	);

	it('are reported once by two polls at a time', async () => {
		const trigger = await stage.harness.activate(added);
		const people = stage.register(60);
		const ids = (await Promise.all([reported(trigger), reported(trigger)])).flat();
		expect(ids).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it('that take longer than n8n allows end the poll with advice, and the state stays', async () => {
		stage.register(100);
		const activation = stage.harness.activate(added, { budgetMs: -1 });
		await expect(activation).rejects.toMatchObject({
			message: expect.stringContaining('longer than the') as string,
			description: expect.stringContaining('watch a single Session') as string,
		});
		expect(stage.sandbox.calls).toEqual([]);
	});

	it.each([{ kind: 'answer', status: 429, headers: { 'retry-after': '300' } }, { kind: 'hang' }] as const)(
		'that are not given before n8n ends the poll end it with advice: %j',
		async (fault) => {
			// With an account of its own, which is stopped or busy for a while after that.
			const other = await Harness.start();
			other.sandbox.fail(fault);
			await expect(other.activate(added, { budgetMs: 300 })).rejects.toMatchObject({
				message: expect.stringContaining('longer than the') as string,
			});
			expect(other.calls).toHaveLength(1);
			await other.sandbox.close();
		},
	);

	/** Lets the host answer with these rows alone. */
	const answer = (...data: object[]) => {
		const body = { status: 'success', registrants: { data, last_page: 1, total: data.length } };
		stage.sandbox.clearFaults();
		stage.sandbox.fail({ kind: 'answer', status: 200, body, operation: 'registrants', times: 9 });
	};

	it('keep all their fields, whatever these are called', async () => {
		const row = { id: 1, json: { answer: 5 }, binary: 'x', email: 'ann@example.com', starts_at: null };
		answer();
		const trigger = await stage.harness.activate(added);
		answer(row);
		expect(await stage.harness.examples(added)).toEqual([row]);
		expect(await poll(trigger)).toEqual([row]);
	});

	it.each([
		[
			'a session more of the same person',
			{ lead_id: 7, email: 'ann@example.com', schedule_id: 11 },
			{ schedule_id: 12 },
		],
		['somebody without a number and an address', { id: 'a-1', email: null, schedule_id: 11 }, { id: 'a-2' }],
	])('are known where rows have no number of their own: %s', async (_case, row, other) => {
		answer(row);
		const trigger = await stage.harness.activate(added);
		answer(row, { ...row, ...other });
		expect(await poll(trigger)).toMatchObject([other]);
		expect(await poll(trigger)).toEqual([]);
	});

	it('of one session are told from those of the others', async () => {
		const briefing = { product: 'live', webinarId: 5 } as const;
		const parameters = { ...added, webinarId: byId(5), schedule: byId(52) };
		const trigger = await stage.harness.activate(parameters);
		stage.sandbox.addRegistrants({ ...briefing, schedule: 51 }, 3);
		const people = stage.sandbox.addRegistrants({ ...briefing, schedule: 52 }, 2);
		expect(await reported(trigger)).toEqual(idsOf(people));
	});
});
