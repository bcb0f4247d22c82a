import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod/v4';

import realLinks from '../fixtures/reality/one-click-links.json';
import { problemsOfRequest } from '../../tools/probe/openApi';
import { problemsOfRealResponse } from '../support/problemsOfRealResponse';
import { exampleNames, probedResponses, realResponse } from '../support/realResponse';

/** Fixtures that are not responses of the API, but pages for attendees and a webhook. */
const NOT_OF_THE_API = ['one-click-links', 'thank-you-page', 'webhook'];

const examples = exampleNames
	.filter((name) => !NOT_OF_THE_API.includes(name))
	.map((name) => [name, realResponse(name)] as const);

const parameter = z.object({ in: z.string(), name: z.string(), required: z.boolean().default(false) });
const description = z.object({
	paths: z.record(
		z.string(),
		z.object({
			get: z
				.object({
					operationId: z.string(),
					parameters: z.array(z.union([z.object({ $ref: z.string() }), parameter])),
				})
				.optional(),
		}),
	),
	components: z.object({ parameters: z.record(z.string(), parameter) }),
});
const { paths, components } = description.parse(
	parse(readFileSync(join(__dirname, '../../docs/openapi.yaml'), 'utf8')),
);

/** Returns the operation that describes a link, and the names of its query parameters; undefined if there is none. */
function describedLink({ pathname }: URL) {
	const [, path] =
		Object.entries(paths).find(([template]) =>
			new RegExp(`^${template.replace(/\{\w+\}/g, '[\\w-]+')}$`).test(pathname),
		) ?? [];
	const all = path?.get?.parameters.map((each) =>
		'$ref' in each ? components.parameters[each.$ref.split('/').at(-1) ?? ''] : each,
	);
	return { operationId: path?.get?.operationId, query: all?.filter((each) => each?.in === 'query') };
}

describe('docs/openapi.yaml', () => {
	it.each(examples.filter(([, { operation }]) => operation))(
		'describes a real response and the accepted request, and the node can read the response: %s',
		(_name, response) => expect(problemsOfRealResponse(response)).toEqual([]),
	);

	it("describes each response in the probe's files, and the node can read it", () => {
		expect(probedResponses().flatMap(problemsOfRealResponse)).toEqual([]);
	});

	it.each([
		{ link: realLinks.links[0], operationId: 'oneClickRegistration' },
		{ link: realLinks.links[1], operationId: 'oneClickRegistration' },
		{ link: realLinks.links[2], operationId: 'oneClickRegistrationAtPageBelowSegment' },
		{
			link: realLinks.links[2]?.replace('/hkwqz', ''),
			operationId: 'oneClickRegistrationAtPage',
		},
	])('describes the shape and parameters of the real one-click link $link', ({ link = '', operationId }) => {
		const { searchParams } = new URL(link);
		const described = describedLink(new URL(link));
		expect(described.operationId).toBe(operationId);
		const names = described.query?.map((each) => each?.name);
		expect(names).toEqual(expect.arrayContaining([...searchParams.keys()]));
		const required = described.query?.filter((each) => each?.required).map((each) => each?.name);
		expect(required).toEqual(['first_name', 'email', 'schedule_id']);
	});

	it('does not describe a path that the real service does not have', () => {
		const { path, form } = realResponse('error-unknown-route');
		expect(problemsOfRequest(path, form)).toEqual([`${path} is not described`]);
	});
});
