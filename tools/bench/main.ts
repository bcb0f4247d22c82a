import { Argument, program } from 'commander';

import { measureNode, scenarios } from './measureNode';
import { printSimulation } from './simulation/printSimulation';

program.name('npm run bench --').description('Measures speed, 429s, lost contacts and duplicates.');

program
	.command('run', { isDefault: true })
	.description("run the built node in n8n's engine, against the sandbox in a separate process")
	.addArgument(new Argument('[scenarios...]', 'by default all').choices(Object.keys(scenarios)))
	.action(measureNode);

program
	.command('simulate')
	.description('simulate the limiter on a virtual clock, with up to 16 processes with the same key')
	.action(printSimulation);

void program.parseAsync();
