import { Argument, program } from 'commander';

import { compare } from './comparison/compare';
import { runCommand } from './runCommand';
import { scenarios } from './scenarios';
import { simulateCommand } from './simulateCommand';

program
	.name('npm run bench --')
	.description('Measures the built node in n8n’s engine, against the sandbox in a separate process.');

program
	.command('run', { isDefault: true })
	.description('run scenarios, all of them by default')
	.addArgument(new Argument('[scenarios...]').choices(scenarios.map(({ name }) => name)))
	.action(runCommand);

program
	.command('simulate')
	.description('simulate the limiter on several networks, and with up to 16 processes on one key')
	.action(simulateCommand);

program
	.command('compare')
	.description('register 500 contacts with this node and with n8n’s HTTP Request node, in the real n8n')
	.action(compare);

void program.parseAsync();
