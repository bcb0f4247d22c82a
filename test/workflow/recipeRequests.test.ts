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

const found = z.object({ email: z.string() });
const registrants = z.object({ registrants: z.object({ data: z.array(z.looseObject({})).min(1) }) });

/** Returns an expression without `={{` and `}}`. */
const withoutBraces = (expression: string) => expression.replace(/^=\{\{ (.*) \}\}$/s, '$1');

/**
 * Runs the node Read the Registrant of an example after its first request, and evaluates an expression for its output.
 * @param forThisTest lets an expression of the example read the nodes of this test
 */
async function evaluateForRegistrant({
	example,
	request,
	expression,
	forThisTest,
}: {
	example: Example;
	request: IDataObject;
	expression: string;
	forThisTest: (expression: string) => string;
}): Promise<unknown[]> {
	const { parameters } = nodeNamed(example, 'Read the Registrant');
	const email = forThisTest(found.parse(parameters).email);
	const { values } = await harness.run(
		{ ...parameters, webinarId: byId(1229), email },
		{ items: [request], readAfter: forThisTest(expression) },
	);
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
	/** Lets an expression read the email address from the first request instead of the node Email Address. */
	const forThisTest = (expression: string) => expression.replaceAll('={{ $json.email }}', emailExpression);

	it('reads only fields that the service\'s webhook sends, and the "email" field that other forms send', () => {
		expect(fieldsRead(instantEvents, 'body')).toEqual([
			'body.email',
			'body.lead.email',
			'body.trigger',
			'body.webinar.id',
		]);
		for (const field of ['lead.email', 'trigger', 'webinar.id']) expect(webhook.body).toHaveProperty(field);
	});

	it.each([
		{ email: webhook.body.lead.email.toUpperCase(), isListed: true },
		{ email: 'nobody@people.example', isListed: false },
	])("says whether the webhook's person is among real registrants: $email", async ({ email, isListed }) => {
		const body = { ...webhook.body, lead: { ...webhook.body.lead, email } };
		const values = await evaluateForRegistrant({
			example: instantEvents,
			request: { ...request, body },
			expression: joinConditions(instantEvents, 'Listed?'),
			forThisTest,
		});
		expect(values).toEqual([isListed]);
		const searches = harness.sandbox.calls.flatMap(({ parameters }) => parameters.search ?? []);
		expect(searches).toEqual([email]);
	});

	it('reads which event the webhook reports', async () => {
		const [event] = await evaluateForRegistrant({
			example: instantEvents,
			request,
			expression: eventExpression.replaceAll('$json', "$('Items').first().json"),
			forThisTest,
		});
		expect(event).toBe(webhook.body.trigger);
	});

	it("names all the webhook's events in the workflow's note", () => {
		const note = nodeNamed(instantEvents, 'How to Use It').parameters.content;
		expect(note).toContain(`${webhook.triggers.slice(0, -1).join(', ')} or ${webhook.triggers.at(-1)}`);
	});
});

describe('the example thank-you-page.json', () => {
	/** Lets an expression read the first node of this test instead of the one of the example. */
	const forThisTest = (expression: string) => expression.replaceAll('Registration Arrives', 'Items');

	/** Says whether the workflow follows up with the person in the parameters of a thank-you page. */
	const isThisPerson = async (parameters: IDataObject) => {
		const [value] = await evaluateForRegistrant({
			example: thankYouPage,
			request: { query: parameters },
			expression: joinConditions(thankYouPage, 'This Person?'),
			forThisTest,
		});
		return value;
	};

	it('reads only query parameters that the service sends to the thank-you page', () => {
		const read = fieldsRead(thankYouPage, 'query').map((path) => path.replace('query.', ''));
		expect(read).not.toEqual([]);
		expect(Object.keys(query)).toEqual(expect.arrayContaining(read));
	});

	it('finds the person from the real query parameters among real registrants', async () => {
		await expect(isThisPerson(query)).resolves.toBe(true);
	});

	it.each([
		{ wj_lead_unique_link_live_room: 'https://event.webinarjam.com/go/live/1229/b2' },
		{ wj_lead_email: 'nobody@people.example' },
	])('finds nobody if a query parameter is forged: %j', async (forged) => {
		await expect(isThisPerson({ ...query, ...forged })).resolves.toBe(false);
	});

	it.each([
		{ roomToken: 'a1', expected: true },
		{ roomToken: 'old', expected: false },
	])(
		"compares the page's room link with that of the person's newest registration: $roomToken",
		async ({ roomToken, expected }) => {
			const [row] = registrants.parse(realResponse('live-registrants').body).registrants.data;
			const older = { ...row, id: 1, links: { live_room: 'https://event.webinarjam.com/go/live/1229/old' } };
			harness.respondWithRegistrants([{ ...row }, older]);
			harness.respondLikeReality('live-webinar-dates-past');
			const link = `https://event.webinarjam.com/go/live/1229/${roomToken}`;
			await expect(isThisPerson({ ...query, wj_lead_unique_link_live_room: link })).resolves.toBe(expected);
		},
	);

	it.each([
		{ email: ' ada@people.example', isValid: true },
		{ email: 'ada@people', isValid: false },
		{ email: 'ada@@people.example', isValid: false },
		{ email: '', isValid: false },
	])('looks up only what can be an email address: "$email"', async ({ email, isValid }) => {
		const [value] = await evaluateForRegistrant({
			example: thankYouPage,
			request: { query: { ...query, wj_lead_email: 'ada@people.example' }, given: email },
			expression: joinConditions(thankYouPage, 'With Email and Link?')
				.replaceAll('$json.query.wj_lead_email', "$('Items').first().json.given")
				.replaceAll('$json', "$('Items').first().json"),
			forThisTest,
		});
		expect(value).toBe(isValid);
	});
});
