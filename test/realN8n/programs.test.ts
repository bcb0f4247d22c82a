import { UserError } from '../../tools/cli/failure';
import { findProgram, needPrograms } from '../../tools/realN8n/programs';

describe('The programs of the machine', () => {
	const node = { names: ['node'], debian: 'nodejs' };
	const other = { names: ['no-such-program', 'nor-this'], debian: 'no-such-package' };

	it('are found in the PATH, or where a variable says', () => {
		expect(findProgram({ names: ['no-such-program', 'sh'], debian: 'dash' })).toMatch(/\/sh$/);
		expect(findProgram({ ...other, folders: () => ['/nowhere'] })).toBeUndefined();
		process.env.NO_SUCH_PROGRAM = '/opt/it';
		expect(findProgram({ ...other, variable: 'NO_SUCH_PROGRAM' })).toBe('/opt/it');
		delete process.env.NO_SUCH_PROGRAM;
	});

	it('that are missing are named all at once, with the packages to install', () => {
		expect(() => needPrograms([node])).not.toThrow();
		const missing = new UserError(
			'Not found on this machine: no-such-program, third.\nOn Debian: apt-get install no-such-package',
		);
		const third = { names: ['third'], debian: 'no-such-package' };
		expect(() => needPrograms([node, other, third])).toThrow(missing);
	});
});
