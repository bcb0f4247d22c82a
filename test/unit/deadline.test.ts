import { beforeDeadline } from '../../nodes/WebinarAccount/transport/deadline';

const tooLate = (givenUp: string[]) => () => {
	givenUp.push('late');
	return new Error('Not complete in time');
};

describe('work before a deadline', () => {
	it('is what it comes to, and is left alone by a deadline behind it', async () => {
		const deadline = new AbortController();
		const givenUp: string[] = [];
		const done = beforeDeadline(deadline.signal, Promise.resolve(5), tooLate(givenUp));
		await expect(done).resolves.toBe(5);
		deadline.abort();
		expect(givenUp).toEqual([]);
	});

	it('fails as it fails', async () => {
		const { signal } = new AbortController();
		await expect(beforeDeadline(signal, Promise.reject(new Error('broken')), tooLate([]))).rejects.toThrow(
			'broken',
		);
	});

	it.each([false, true])('is given up once at the deadline if it does not end (past: %s)', async (past) => {
		const deadline = new AbortController();
		if (past) deadline.abort();
		const givenUp: string[] = [];
		const work = beforeDeadline(deadline.signal, new Promise<never>(() => {}), tooLate(givenUp));
		deadline.abort();
		await expect(work).rejects.toThrow('Not complete in time');
		expect(givenUp).toEqual(['late']);
	});
});
