import type { Host } from './host';
import { line, printable } from './layout';
import type { DemoOptions } from './optionRules';
import type { ServiceObject } from './registration';
import type { RunReport } from './summary';

/** What is about to be done. */
export function heading(host: Host, options: DemoOptions, count: number): string {
	const { contacts = 'demo/contacts.csv (invented people)' } = options;
	return [
		'',
		"Registering a file of contacts with the Webinar Account node, in n8n's engine",
		'',
		line('Service', host.name),
		line('Contacts', `${count} in ${contacts}`),
	].join('\n');
}

/** The webinar by its names, as the service gave them. */
export function webinarLine({ name, title, webinar_id: id }: ServiceObject, product: string): string {
	const names = [name, title].filter((text) => typeof text === 'string').map(printable);
	return line('Webinar', `${[...new Set(names)].join(' – ')} (${product}, ID ${Number(id)})`);
}

/** Where to look after the demo. */
export function nextSteps({ invalidFile, isSandbox }: RunReport): string {
	return [
		'',
		'Next:',
		...(invalidFile.state === 'written'
			? [`  Correct ${invalidFile.path}, and pass it again with --contacts`]
			: []),
		...(isSandbox ? ['  npm run sandbox   starts a stand-in that stays, for your browser and your n8n'] : []),
		'  README.md         how to use the nodes in your n8n',
		'',
	].join('\n');
}
