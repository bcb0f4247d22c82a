import {
	type IBuilderHint,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testWebinarAccount } from './testCredential';
import { propertiesOf } from './fields/field';
import { resource } from './fields/webinarFields';
import { operations, router } from './operations/router';
import { products } from './service/products';
import { outputFields } from './utils/outputFields';
import { searchSchedules, searchSessions } from './lists/searchSessions';
import { searchCustomFieldOptions, searchCustomFields } from './lists/searchCustomFields';
import { searchWebinars } from './lists/searchWebinars';

/** The parameters of the node. */
const properties: INodeProperties[] = [
	resource,
	// Each product has its own Operation field, because the action names contain the product's noun.
	...Object.values(products).map((product): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [product.name] } },
		options: operations.map(({ name, value, description, action, builderHint: propertyHint }) => ({
			name,
			value,
			description,
			action: action(product),
			builderHint: { propertyHint },
		})),
		default: 'register',
	})),
	// n8n shows the fields of an operation only for this operation.
	...operations.flatMap(({ value, fields }) =>
		propertiesOf(fields).map((property) => {
			// A field without its own condition for Resource is shown for both products.
			const bothProducts = Object.keys(products);
			const show = { resource: bothProducts, operation: [value], ...property.displayOptions?.show };
			return { ...property, displayOptions: { show } };
		}),
	),
];

/** The text below the node's name on the canvas. */
const subtitle = '={{ $parameter["operation"] + ": " + $parameter["resource"] }}';

/** The output fields of each operation as text, because n8n's workflow builder reads the schemas only of n8n's own nodes. */
const builderContent: NonNullable<IBuilderHint['extraTypeDefContent']> = operations.map(
	({ value, output }) => ({
		displayOptions: { show: { operation: [value] } },
		content: `Output fields: ${outputFields(output)}`,
	}),
);

export class WebinarAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'WebinarJam and EverWebinar',
		name: 'webinarAccount',
		icon: { light: 'file:../../icons/webinarAccount.svg', dark: 'file:../../icons/webinarAccount.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Register people for live webinars (WebinarJam) and automated webinars (EverWebinar)',
		// n8n names a tool after its action and this name, e.g. "Register a person for a live webinar in Webinars". The editor
		// can execute a tool only if its name has at most 64 characters.
		defaults: { name: 'Webinars' },
		usableAsTool: true,
		// For n8n 2.x, which reads it when it builds a workflow from a prompt. n8n 1.x ignores it.
		builderHint: {
			searchHint:
				'WebinarJam webinars have the resource "live", and EverWebinar webinars have the resource "automated". To register people, keep the session "next" unless the user asks for a certain session. For automated webinars, also set Timezone.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-webinarjam-everwebinar.webinarAccountTrigger',
					relationHint: 'Starts a workflow when people register, attend, do not attend, or buy',
				},
				{ nodeType: 'n8n-nodes-base.formTrigger', relationHint: 'Registers each person who submits a form' },
			],
			extraTypeDefContent: builderContent,
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webinarAccountApi', required: true, testedBy: 'testWebinarAccount' }],
		properties,
	};

	methods = {
		credentialTest: { testWebinarAccount },
		listSearch: {
			searchCustomFieldOptions,
			searchCustomFields,
			searchSchedules,
			searchSessions,
			searchWebinars,
		},
	};

	execute = router;
}
