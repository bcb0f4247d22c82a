import { type Example, nodeNamed, readExample } from '../support/examples';
import { exampleThankYouQuery, exampleWebhook } from '../support/exampleRequests';

const webhook = exampleWebhook();
const query = exampleThankYouQuery();
const instantEvents = readExample('instant-events.json');
const thankYouPage = readExample('thank-you-page.json');

/** Returns the fields of its first request that an example workflow reads, e.g. `body.lead.email`. */
function fieldsRead(example: Example, root: 'body' | 'query'): string[] {
	const inExpression = new RegExp(`json\\.(${root}(?:\\??\\.\\w+)+)`, 'g');
	const paths = JSON.stringify(example.nodes).matchAll(inExpression);
	return [...new Set([...paths].map(([, path = '']) => path.replaceAll('?', '')))].sort();
}

describe('the example instant-events.json', () => {
	it('reads only fields that the service\'s webhook sends, and the "email" field that other forms send', () => {
		expect(fieldsRead(instantEvents, 'body')).toEqual([
			'body.email',
			'body.lead.email',
			'body.trigger',
			'body.webinar.id',
		]);
		for (const field of ['lead.email', 'trigger', 'webinar.id']) expect(webhook.body).toHaveProperty(field);
	});

	it("names all the webhook's events in the workflow's note", () => {
		const note = nodeNamed(instantEvents, 'How to Use It').parameters.content;
		expect(note).toContain(`${webhook.triggers.slice(0, -1).join(', ')} or ${webhook.triggers.at(-1)}`);
	});
});

describe('the example thank-you-page.json', () => {
	it('reads only query parameters that the service sends to the thank-you page', () => {
		const read = fieldsRead(thankYouPage, 'query').map((path) => path.replace('query.', ''));
		expect(read).not.toEqual([]);
		expect(Object.keys(query)).toEqual(expect.arrayContaining(read));
	});
});
