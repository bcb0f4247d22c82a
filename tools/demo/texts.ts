import type { Host } from './host';
import { line, printable } from './layout';
import type { DemoOptions } from './optionRules';
import type { ServiceObject } from './registration';
import type { RunReport } from './summary';

/** The text at the start of the demo. */
export function heading(host: Host, options: DemoOptions, count: number): string {
	const { contacts = 'demo/contacts.csv (invented people)' } = options;
	return [
		'',
		"Registering a file of contacts with the WebinarJam / EverWebinar node, in n8n's engine",
		'',
		line('Service', host.name),
		line('Contacts', `${count} in ${contacts}`),
	].join('\n');
}

/** The webinar, with the names that the service returned. */
export function webinarLine({ name, title, webinar_id: id }: ServiceObject, product: string): string {
	const names = [name, title].filter((text) => typeof text === 'string').map(printable);
	return line('Webinar', `${[...new Set(names)].join(' – ')} (${product}, ID ${Number(id)})`);
}

/** What the user can do after the demo. */
export function nextSteps({ invalidFile, isSandbox }: RunReport): string {
	return [
		'',
		'Next:',
		...(invalidFile.state === 'written'
			? [`  Correct ${invalidFile.path}, then pass it with --contacts`]
			: []),
		...(isSandbox ? ['  npm run sandbox   keeps a sandbox running for your browser and your n8n'] : []),
		'  README.md         how to use the nodes in your n8n',
		'',
	].join('\n');
}
