import type { IBuilderHint } from 'n8n-workflow';

import { type ProductName, products } from '../service/products';
import { outputFields } from '../utils/outputFields';
import { outputSchemas } from './outputSchemas';

/**
 * Text about an operation for n8n's workflow builder (n8n 2.x), in addition to the operation's fields. The builder
 * reads output schemas only of n8n's own nodes, so this text lists the output fields.
 */
interface OperationContent {
	/** A sentence that the builder shows in its search results. */
	hint: string;
	title: string;
	/** Example parameters in the builder's notation. */
	parameters: string;
	/** More example parameters for automated webinars. */
	automatedParameters?: string;
	/** Names the output fields that some items lack. */
	note?: string;
}

const contents: Readonly<Record<string, OperationContent>> = {
	getAll: {
		hint: 'Use this operation to find a webinar_id by name. For sessions with dates and links, use getSessions.',
		title: 'List all webinars with their IDs',
		parameters: `returnAll: true`,
	},
	get: {
		hint: 'The output field schedules contains the schedule ID of each session.',
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
		note: 'Only existing registrations have registrant fields such as attended_live. Only skipped items have the field reason.',
	},
	createOneClickLink: {
		hint: 'Creates one link for all contacts in an email tool. To register people directly from the workflow, use register.',
		title: 'Create one link for all contacts in an email tool',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
schedule: { __rl: true, mode: 'number', value: '' },
linkFor: 'emailTool',
emailTool: 'mailchimp'`,
	},
	getRegistrants: {
		hint: 'Returns one item per registration, with attendance and purchases. Filters select people who attended, missed the session, or bought something.',
		title: "List the people who attended yesterday's session",
		parameters: `webinarScope: 'one',
webinarId: { __rl: true, mode: 'id', value: '6' },
returnAll: true,
filters: { sessionDate: 'yesterday', attendedLive: 1 }`,
	},
	findRegistrant: {
		hint: 'Tells whether a person is registered and attended. Returns one item per input item, with found true or false.',
		title: 'Look a person up by email',
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
email: expr('{{ $json.email }}')`,
		note: 'If nobody has the email address, the item has only found, email and webinar_id.',
	},
	unsubscribe: {
		hint: "Stops one webinar's emails. The person stays registered, and the room link keeps working.",
		title: "Stop a webinar's emails to one email address",
		parameters: `webinarId: { __rl: true, mode: 'id', value: '6' },
unsubscribeBy: 'email',
email: expr('{{ $json.email }}')`,
	},
};

/** Returns an operation's hint, which the workflow builder shows in its search results. */
export function operationHint(operation: string): { propertyHint: string } | undefined {
	const hint = contents[operation]?.hint;
	return hint === undefined ? undefined : { propertyHint: hint };
}

type Contents = NonNullable<IBuilderHint['extraTypeDefContent']>;

/** The builder's content for each combination of resource and operation. */
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
