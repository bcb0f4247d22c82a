import { API_KEY_LENGTH } from '../../nodes/WebinarAccount/service/key';
import { type EndpointName, endpoints } from '../../nodes/WebinarAccount/service/endpoints';
import { type Product, products } from '../../nodes/WebinarAccount/service/products';
import { objectOf } from './answers';
import { errorsByStatus } from './errors';
import { sampleAnswers } from './examples';
import { customField, parametersOf } from './parameters';
import { property, ref, type Schema } from './schema';

const FORM = 'application/x-www-form-urlencoded';

/** What an operation does, and the members of its answer besides `status`, one of which it has. */
const prose: Readonly<
	Record<EndpointName, { summary: string; description: string; answers: readonly Schema[] }>
> = {
	webinars: {
		summary: 'List the webinars',
		description: 'All published webinars of the product. No pages are documented.',
		answers: [{ webinars: { type: 'array', items: ref('WebinarListItem') } }],
	},
	webinar: {
		summary: 'Get a webinar',
		description: 'Its sessions, presenters, settings of the registration, and links to the rooms.',
		answers: [{ webinar: ref('Webinar') }],
	},
	register: {
		summary: 'Register a person for a session',
		description:
			'A series is registered once, through its first schedule; the registration is valid for all that follow. Custom fields of the registration form are parameters under their labels. With double opt-in, people are listed only after they confirmed; whether that holds for a registration by this call is not documented.',
		answers: [{ user: ref('Attendee') }],
	},
	registrants: {
		summary: 'List the registrants of a webinar',
		description:
			'The request and most members of a row are documented, the pages are not: most code reads pages with `data`, of which 25 rows were seen once; a bare list, also under `users` or `user`, was seen in older code.',
		answers: [
			{ registrants: { anyOf: [ref('RegistrantsPage'), { type: 'array', items: ref('Registrant') }] } },
			...['users', 'user'].map((name) => ({ [name]: { type: 'array', items: ref('Registrant') } })),
		],
	},
	unsubscribe: {
		summary: 'Stop the emails of a webinar to a registrant',
		description: 'The registrant stays in the list, with `subscribed` "No".',
		answers: [],
	},
};

/** The paths of the service, by product and endpoint. */
export function paths(): Record<string, Schema> {
	return Object.fromEntries(
		Object.values(products).flatMap((product) =>
			names().map((name) => [
				`/${product.vendorPath}/${endpoints[name].path}`,
				{ post: operation(name, product) },
			]),
		),
	);
}

function names(): EndpointName[] {
	return ['webinars', 'webinar', 'register', 'registrants', 'unsubscribe'];
}

function operation(name: EndpointName, product: Product): Schema {
	const { summary, description } = prose[name];
	const errors = Object.entries(errorsByStatus).map(([status, answer]) => [
		status,
		{ $ref: `#/components/responses/${answer}` },
	]);
	return {
		operationId: `${product.name}_${name}`,
		tags: [product.displayName],
		summary,
		description,
		requestBody: { required: true, content: { [FORM]: { schema: form(name, product) } } },
		responses: { ...success(name, product), ...Object.fromEntries(errors) },
	};
}

function form(name: EndpointName, product: Product): Schema {
	return {
		type: 'object',
		...objectOf(parametersOf(name, product, API_KEY_LENGTH)),
		additionalProperties: endpoints[name].takesCustomFields ? property(customField) : false,
	};
}

function success(name: EndpointName, product: Product): Record<string, Schema> {
	if (name === 'unsubscribe') {
		return { 204: { description: 'The registrant is unsubscribed.', 'x-confidence': 'documented' } };
	}
	const shapes = prose[name].answers.map((members) => ({
		type: 'object',
		required: ['status', ...Object.keys(members)],
		properties: { status: { const: 'success' }, ...members },
	}));
	return {
		200: {
			description: 'A success, or a failure that only the status in the body shows.',
			content: {
				'application/json': {
					schema: { anyOf: [...shapes, ref('Error')] },
					examples: {
						success: { value: { status: 'success', ...sampleAnswers[product.name][name] } },
					},
				},
			},
		},
	};
}
