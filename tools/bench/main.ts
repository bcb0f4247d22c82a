import { Argument, Option, program } from 'commander';

import { compare } from './comparison/compare';
import { runCommand } from './runCommand';
import { scenarios } from './scenarios';
import { clients } from './simulation/clients';
import { simulateCommand } from './simulateCommand';

program
	.name('npm run bench --')
	.description('Measures the built node in n8n’s engine, against the sandbox in a process of its own.');

program
	.command('run', { isDefault: true })
	.description('run scenarios, all of them by default')
	.addArgument(new Argument('[scenarios...]').choices(scenarios.map(({ name }) => name)))
	.action(runCommand);

program
	.command('simulate')
	.description('simulate networks, and 1 to 16 processes on one key, on a virtual clock')
	.addOption(
		new Option('--client <name>', 'what makes the calls').choices(Object.keys(clients)).default('limiter'),
	)
	.action(simulateCommand);

program
	.command('compare')
	.description('register 500 contacts with this node and with n8n’s HTTP Request node, in the real n8n')
	.action(compare);

void program.parseAsync();
