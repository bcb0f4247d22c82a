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

/** Returns the fields of its first request that an example workflow reads, e.g. `body.lead.email`. */
function fieldsRead(example: Example, root: 'body' | 'query'): string[] {
	const inExpression = new RegExp(`json\\.(${root}(?:\\??\\.\\w+)+)`, 'g');
	const paths = JSON.stringify(example.nodes).matchAll(inExpression);
	return [...new Set([...paths].map(([, path = '']) => path.replaceAll('?', '')))].sort();
}

const assigned = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string(), value: z.string() })) }),
});

/** Returns the expression of a field of an Edit Fields node. */
function expressionFor(example: Example, node: string, field: string): string {
	const { assignments } = assigned.parse(nodeNamed(example, node).parameters).assignments;
	return assignments.find(({ name }) => name === field)?.value ?? '';
}

const conditional = z.object({
	conditions: z.object({ conditions: z.array(z.object({ leftValue: z.string() })) }),
});

/** Returns one expression that is true if all conditions of an If or Filter node are. */
function joinConditions(example: Example, node: string): string {
	const { conditions } = conditional.parse(nodeNamed(example, node).parameters).conditions;
	return `={{ ${conditions.map(({ leftValue }) => `(${withoutBraces(leftValue)})`).join(' && ')} }}`;
}

const rawOutput = z.object({ jsonOutput: z.string() });
const registrants = z.object({ registrants: z.object({ data: z.array(z.looseObject({})).min(1) }) });

/** Returns an expression without `={{` and `}}`. */
const withoutBraces = (expression: string) => expression.replace(/^=\{\{ (.*) \}\}$/s, '$1');

/** Runs Get Registrants after the first request of a workflow, and evaluates an expression for each registrant. */
async function evaluateForRegistrants({
	request,
	search,
	expression,
}: {
	request: IDataObject;
	/** The expression in Name or Email Contains. */
	search: string;
	expression: string;
}): Promise<unknown[]> {
	const parameters = {
		resource: 'live',
		operation: 'getRegistrants',
		webinarId: byId(1229),
		returnAll: true,
		filters: { search },
	};
	const { values } = await harness.run(parameters, { items: [request], readAfter: expression });
	return values;
}

beforeEach(() => {
	harness.respondLikeReality('live-registrants');
	harness.respondLikeReality('live-webinar-dates-past');
});

describe('the example instant-events.json', () => {
	const request = { headers: webhook.headers, body: webhook.body };
	const emailExpression = expressionFor(instantEvents, 'Email Address', 'email');
	const eventExpression = expressionFor(instantEvents, 'Email Address', 'trigger');
	/** Lets an expression read the first request instead of the current item. */
	const forFirstRequest = (expression: string) => expression.replaceAll('$json', "$('Items').first().json");

	it('reads only fields that the service\'s webhook sends, and the "email" field that other forms send', () => {
		expect(fieldsRead(instantEvents, 'body')).toEqual([
			'body.email',
			'body.lead.email',
			'body.trigger',
			'body.webinar.id',
		]);
		for (const field of ['lead.email', 'trigger', 'webinar.id']) expect(webhook.body).toHaveProperty(field);
	});

	it("finds the webhook's person among real registrants", async () => {
		const isThisPerson = joinConditions(instantEvents, 'This Person').replaceAll(
			"$('Email Address').first().json.email",
			forFirstRequest(withoutBraces(emailExpression)),
		);
		const [isFirst, ...areOthers] = await evaluateForRegistrants({
			request,
			search: emailExpression,
			expression: isThisPerson,
		});
		expect(isFirst).toBe(true);
		expect(areOthers).toEqual(areOthers.map(() => false));
		const searches = harness.sandbox.calls.flatMap(({ parameters }) => parameters.search ?? []);
		expect(searches).toEqual([webhook.body.lead.email]);
	});

	it('reads which event the webhook reports', async () => {
		const [event] = await evaluateForRegistrants({
			request,
			search: emailExpression,
			expression: forFirstRequest(eventExpression),
		});
		expect(event).toBe(webhook.body.trigger);
	});

	it("names all the webhook's events in the workflow's note", () => {
		const note = nodeNamed(instantEvents, 'How to Use It').parameters.content;
		expect(note).toContain(`${webhook.triggers.slice(0, -1).join(', ')} or ${webhook.triggers.at(-1)}`);
	});
});

describe('the example thank-you-page.json', () => {
	const request = { query };
	const emailExpression = '={{ String($json.query.wj_lead_email) }}';
	/** Lets an expression read the first node of this test instead of the one of the example. */
	const forFirstNode = (expression: string) => expression.replaceAll('Registration Arrives', 'Items');

	it('reads only query parameters that the service sends to the thank-you page', () => {
		const read = fieldsRead(thankYouPage, 'query').map((path) => path.replace('query.', ''));
		expect(read).not.toEqual([]);
		expect(Object.keys(query)).toEqual(expect.arrayContaining(read));
	});

	it('finds the person from the real query parameters among real registrants', async () => {
		const isThisPerson = forFirstNode(joinConditions(thankYouPage, 'This Person?'));
		const [isFirst, ...areOthers] = await evaluateForRegistrants({
			request,
			search: emailExpression,
			expression: isThisPerson,
		});
		expect(isFirst).toBe(true);
		expect(areOthers).toEqual(areOthers.map(() => false));
	});

	it('finds nobody if the room link in the query parameters is forged', async () => {
		const forged = {
			...query,
			wj_lead_unique_link_live_room: 'https://event.webinarjam.com/go/live/1229/b2',
		};
		const found = await evaluateForRegistrants({
			request: { query: forged },
			search: emailExpression,
			expression: forFirstNode(joinConditions(thankYouPage, 'This Person?')),
		});
		expect(found).not.toEqual([]);
		expect(found).not.toContain(true);
	});

	it('chooses the registration for the session in the real query parameters if the person has two registrations', async () => {
		const [row] = registrants.parse(realResponse('live-registrants').body).registrants.data;
		const session = 'Thu, 17 Dec 2026, 02:00 PM';
		const rowOfSession = { ...row, id: 88130, schedule: session, event: session };
		harness.respondWithRegistrants([{ ...row }, rowOfSession]);
		harness.respondLikeReality('live-webinar-dates-past');
		const { jsonOutput } = rawOutput.parse(nodeNamed(thankYouPage, 'Their Registration').parameters);
		const [chosen] = await evaluateForRegistrants({
			request,
			search: emailExpression,
			expression: forFirstNode(jsonOutput),
		});
		expect(chosen).toMatchObject({ id: 88130, starts_at: '2026-12-17T22:00:00Z' });
	});
});
