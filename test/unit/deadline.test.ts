import { Cancellation } from '../../nodes/WebinarAccount/client/cancellation';
import { beforeDeadline } from '../../nodes/WebinarAccount/client/deadline';

const tooLate = (givenUp: string[]) => () => {
	givenUp.push('late');
	return new Error('Not complete in time');
};

describe('work before a deadline', () => {
	it('is what it comes to, and is left alone by a deadline behind it', async () => {
		const deadline = new Cancellation();
		const givenUp: string[] = [];
		const done = beforeDeadline(deadline, Promise.resolve(5), tooLate(givenUp));
		await expect(done).resolves.toBe(5);
		deadline.cancel();
		expect(givenUp).toEqual([]);
	});

	it('fails as it fails', async () => {
		const deadline = new Cancellation();
		await expect(beforeDeadline(deadline, Promise.reject(new Error('broken')), tooLate([]))).rejects.toThrow(
			'broken',
		);
	});

	it.each([false, true])('is given up once at the deadline if it does not end (past: %s)', async (past) => {
		const deadline = new Cancellation();
		if (past) deadline.cancel();
		const givenUp: string[] = [];
		const work = beforeDeadline(deadline, new Promise<never>(() => {}), tooLate(givenUp));
		deadline.cancel();
		await expect(work).rejects.toThrow('Not complete in time');
		expect(givenUp).toEqual(['late']);
	});
});
