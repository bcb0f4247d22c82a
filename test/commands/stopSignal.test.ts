import { Stopped } from '../../tools/cli/failure';
import { stopSignal } from '../../tools/cli/stopSignal';

describe('The signal to stop', () => {
	const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
	let now: number;
	let exit: jest.SpyInstance;

	beforeEach(() => {
		now = 1000;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		exit = jest.spyOn(process, 'exit').mockImplementation();
	});
	afterEach(() => {
		jest.restoreAllMocks();
		for (const name of names) process.removeAllListeners(name);
	});

	it.each(names)('comes with the first %s', (name) => {
		const stop = stopSignal();
		expect(stop.aborted).toBe(false);
		process.emit(name, name);
		expect(stop.reason).toEqual(new Stopped(name));
		expect(exit).not.toHaveBeenCalled();
	});

	it('ends the process at once when it comes again', () => {
		stopSignal();
		process.emit('SIGINT', 'SIGINT');
		now += 1000;
		process.emit('SIGINT', 'SIGINT');
		expect(exit).toHaveBeenCalledWith(130);
	});

	it('is the same one when npm passes it on', () => {
		stopSignal();
		process.emit('SIGINT', 'SIGINT');
		now += 10;
		process.emit('SIGINT', 'SIGINT');
		expect(exit).not.toHaveBeenCalled();
	});
});
