import { problemsOfRequest } from '../../tools/probe/openApi';
import { problemsOfExample } from '../support/problemsOfExample';
import { exampleNames, probedResponses, publicExample } from '../support/publicExample';

/** Fixtures that are not responses of the API, but pages for attendees and a webhook. */
const NOT_OF_THE_API = ['one-click-links', 'thank-you-page', 'webhook'];

const examples = exampleNames
	.filter((name) => !NOT_OF_THE_API.includes(name))
	.map((name) => [name, publicExample(name)] as const);

describe('docs/openapi.yaml', () => {
	it.each(examples.filter(([, { operation }]) => operation))(
		'describes an example of a response and the accepted request, and the node can read the response: %s',
		(_name, response) => expect(problemsOfExample(response)).toEqual([]),
	);

	it("describes each response in the probe's files, and the node can read it", () => {
		expect(probedResponses().flatMap(problemsOfExample)).toEqual([]);
	});

	it('does not describe a path that the service does not have', () => {
		const { path, form } = publicExample('error-unknown-route');
		expect(problemsOfRequest(path, form)).toEqual([`${path} is not described`]);
	});
});
