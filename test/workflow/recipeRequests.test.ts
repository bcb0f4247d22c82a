import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type Example, nodeNamed, readExample } from '../support/examples';
import { byId, useHarness } from '../support/harness';
import { realResponse } from '../support/realResponse';
import { realThankYouQuery, realWebhook } from '../support/realRequests';

const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

const webhook = realWebhook();
const query = realThankYouQuery();
const instantEvents = readExample('instant-events.json');
const thankYouPage = readExample('thank-you-page.json');

/** The fields that a recipe reads of the request that starts it, e.g. `body.lead.email`. */
function fieldsRead(example: Example, root: 'body' | 'query'): string[] {
	const inExpression = new RegExp(`json\\.(${root}(?:\\??\\.\\w+)+)`, 'g');
	const paths = JSON.stringify(example.nodes).matchAll(inExpression);
	return [...new Set([...paths].map(([, path = '']) => path.replaceAll('?', '')))].sort();
}

const assigned = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string(), value: z.string() })) }),
});

/** The expression of a field of an Edit Fields node. */
function expressionFor(example: Example, node: string, field: string): string {
	const { assignments } = assigned.parse(nodeNamed(example, node).parameters).assignments;
	return assignments.find(({ name }) => name === field)?.value ?? '';
}

const conditional = z.object({
	conditions: z.object({ conditions: z.array(z.object({ leftValue: z.string() })) }),
});

/** One expression for all conditions of a node. */
function conditionsOf(example: Example, node: string): string {
	const { conditions } = conditional.parse(nodeNamed(example, node).parameters).conditions;
	return `={{ ${conditions.map(({ leftValue }) => `(${inner(leftValue)})`).join(' && ')} }}`;
}

const rawOutput = z.object({ jsonOutput: z.string() });
const registrants = z.object({ registrants: z.object({ data: z.array(z.looseObject({})).min(1) }) });

/** An expression without its marks. */
const inner = (expression: string) => expression.replace(/^=\{\{ (.*) \}\}$/s, '$1');

/** Searches registrants for a request that starts the recipe, and evaluates an expression for each of them. */
async function evaluate(request: IDataObject, search: string, readAfter: string): Promise<unknown[]> {
	const parameters = {
		resource: 'live',
		operation: 'getRegistrants',
		webinarId: byId(1229),
		returnAll: true,
		filters: { search },
	};
	const { values } = await harness.run(parameters, { items: [request], readAfter });
	return values;
}

beforeEach(() => {
	harness.respondLikeReality('live-registrants');
	harness.respondLikeReality('live-webinar-dates-past');
});

describe('the recipe for instant events', () => {
	const request = { headers: webhook.headers, body: webhook.body };
	const email = expressionFor(instantEvents, 'Email Address', 'email');
	const trigger = expressionFor(instantEvents, 'Email Address', 'trigger');
	const ofWebhook = (expression: string) => expression.replaceAll('$json', "$('Items').first().json");

	it("reads only fields of the service's webhook, and the email field of other forms", () => {
		expect(fieldsRead(instantEvents, 'body')).toEqual(['body.email', 'body.lead.email', 'body.trigger']);
		for (const field of ['lead.email', 'trigger']) expect(webhook.body).toHaveProperty(field);
	});

	it('finds the person of the webhook among the real registrants', async () => {
		const isThisPerson = conditionsOf(instantEvents, 'This Person').replaceAll(
			"$('Email Address').first().json.email",
			ofWebhook(inner(email)),
		);
		const found = await evaluate(request, email, isThisPerson);
		expect(found).toEqual([true, ...found.slice(1).map(() => false)]);
		const searches = harness.sandbox.calls.flatMap(({ parameters }) => parameters.search ?? []);
		expect(searches).toEqual([webhook.body.lead.email]);
	});

	it("returns the webhook's event, and names all events in its note", async () => {
		const [event] = await evaluate(request, email, ofWebhook(trigger));
		expect(event).toBe(webhook.body.trigger);
		const note = nodeNamed(instantEvents, 'How to Use It').parameters.content;
		expect(note).toContain(`${webhook.triggers.slice(0, -1).join(', ')} or ${webhook.triggers.at(-1)}`);
	});
});

describe('the recipe for the thank-you page', () => {
	const request = { query };
	const search = '={{ String($json.query.wj_lead_email) }}';
	const ofPage = (expression: string) => expression.replaceAll('Registration Arrives', 'Items');

	it('reads only query parameters that the service sends to the thank-you page', () => {
		const read = fieldsRead(thankYouPage, 'query').map((path) => path.replace('query.', ''));
		expect(read).not.toEqual([]);
		expect(Object.keys(query)).toEqual(expect.arrayContaining(read));
	});

	it('finds the person of the real query parameters, and nobody if the room link is forged', async () => {
		const isThisPerson = ofPage(conditionsOf(thankYouPage, 'This Person?'));
		const found = await evaluate(request, search, isThisPerson);
		expect(found).toEqual([true, ...found.slice(1).map(() => false)]);
		const forged = {
			...query,
			wj_lead_unique_link_live_room: 'https://event.webinarjam.com/go/live/1229/b2',
		};
		expect(await evaluate({ query: forged }, search, isThisPerson)).not.toContain(true);
	});

	it('chooses the registration for the session of the real query parameters', async () => {
		const [row] = registrants.parse(realResponse('live-registrants').body).registrants.data;
		const session = 'Thu, 17 Dec 2026, 02:00 PM';
		harness.respondWithRegistrants([{ ...row }, { ...row, id: 88130, schedule: session, event: session }]);
		harness.respondLikeReality('live-webinar-dates-past');
		const { jsonOutput } = rawOutput.parse(nodeNamed(thankYouPage, 'Their Registration').parameters);
		const [chosen] = await evaluate(request, search, ofPage(jsonOutput));
		expect(chosen).toMatchObject({ id: 88130, starts_at: '2026-12-17T22:00:00Z' });
	});
});
