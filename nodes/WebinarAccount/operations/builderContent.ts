import type { IBuilderHint } from 'n8n-workflow';

import { type ProductName, products } from '../service/products';
import { outputFields } from '../utils/outputFields';
import { outputSchemas } from './outputSchemas';

/**
 * Text that n8n's workflow builder (n8n 2.x) reads about an operation besides the form. n8n reads the output schemas of its
 * own nodes only, so the content lists the output fields of ours.
 */
interface OperationContent {
	/** One sentence in search results. */
	hint: string;
	title: string;
	/** Example parameters in the builder's notation. */
	parameters: string;
	/** More example parameters for automated webinars. */
	automatedParameters?: string;
	/** Which output fields are not in every item. */
	note?: string;
}

const contents: Readonly<Record<string, OperationContent>> = {
	getAll: {
		hint: 'Use it to find a webinar_id by name. For sessions with dates and links, use getSessions.',
		title: 'List all webinars with their IDs',
		parameters: `returnAll: true`,
	},
	get: {
		hint: 'Returns the schedule ID of each session in schedules.',
		title: 'Read one webinar with its sessions',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' }`,
	},
	getSessions: {
		hint: 'Returns one item per session, for all webinars unless webinarScope is "one".',
		title: 'List the sessions of the next seven days',
		parameters: `webinarScope: 'all',
returnAll: true,
filters: { withinDays: 7 }`,
	},
	register: {
		hint: 'Registers one person per input item. Set ifAlreadyRegistered to "return" to avoid registering anyone twice.',
		title: 'Register each input item for the next session, without registering anyone twice',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
schedule: { __rl: true, mode: 'id', value: 'next' },
firstName: expr('{{ $json.first_name }}'),
email: expr('{{ $json.email }}'),
options: { attendeeConsent: expr('{{ $json.consent }}'), ifAlreadyRegistered: 'return' }`,
		automatedParameters: `timezone: expr('{{ $json.timezone }}')`,
		note: 'Only an existing registration has the fields of its registrant row, such as attended_live. A skipped item has reason.',
	},
	createOneClickLink: {
		hint: 'Makes one link for all contacts in an email tool. To register people from the workflow, use register.',
		title: 'Make one link for all contacts in an email tool',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
schedule: { __rl: true, mode: 'number', value: '' },
linkFor: 'emailTool',
emailTool: 'mailchimp'`,
	},
	getRegistrants: {
		hint: 'Returns one item per registration, with attendance and purchases. Filters select people who attended, missed the session, or bought.',
		title: 'List the people whose session was yesterday and who attended',
		parameters: `webinarScope: 'one',
webinarId: { __rl: true, mode: 'id', value: '6' },
returnAll: true,
filters: { sessionDate: 'yesterday', attendedLive: 1 }`,
	},
	unsubscribe: {
		hint: "Stops one webinar's emails to the person. The person's registration and room link stay.",
		title: "Stop a webinar's emails to one email address",
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
unsubscribeBy: 'email',
email: expr('{{ $json.email }}')`,
	},
};

/** Returns the hint that n8n's builder shows at an operation in search results. */
export function operationHint(operation: string): { propertyHint: string } | undefined {
	const hint = contents[operation]?.hint;
	return hint === undefined ? undefined : { propertyHint: hint };
}

type Contents = NonNullable<IBuilderHint['extraTypeDefContent']>;

/** The content for each resource with each operation. */
export const builderContent: Contents = Object.values(products).flatMap(({ name }) =>
	Object.entries(contents).map(([operation, content]) => ({
		displayOptions: { show: { resource: [name], operation: [operation] } },
		content: contentText(name, operation, content),
	})),
);

function contentText(product: ProductName, operation: string, content: OperationContent): string {
	const { title, parameters, automatedParameters, note } = content;
	const example =
		product === 'automated' && automatedParameters !== undefined
			? `${parameters},\n${automatedParameters}`
			: parameters;
	const patterns = `<patterns>\n<pattern title="${title}">\n${example}\n</pattern>\n</patterns>`;
	const fields = outputFields(outputSchemas[product][operation] ?? {});
	const lines = [patterns, `Output fields (text unless a type is given): ${fields}`, note];
	return lines.filter((line) => line !== undefined).join('\n');
}
