import { z } from 'zod';

import { byId, expectWithoutKey, type Harness, useHarness } from '../support/harness';
import { matching } from '../support/matchers';

const told = z.object({ description: z.string(), fields: z.record(z.string()), answer: z.string() });

/** What the editor asks the model for, by field. */
const descriptions = {
	webinar_id: 'ID of the webinar',
	schedule: 'schedule of the session, from the webinar',
	first_name: 'First name of the person',
	email: 'Email address of the person',
	phone: 'Phone with country code',
};
/** A field that the model fills in, as the editor writes it with the button beside the field. */
const fromAi = (key: keyof typeof descriptions) =>
	`={{ $fromAI('${key}', \`${descriptions[key]}\`, 'string') }}`;
const register = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(5),
	firstName: fromAi('first_name'),
	email: fromAi('email'),
};

describe('the node as a tool of an AI agent', () => {
	const harness = useHarness();

	/** What the agent learned of the tool and got from it. */
	const use = async (parameters: Parameters<Harness['engine']['useAsTool']>[0], args = {}) => {
		const run = await harness.engine.useAsTool(parameters, args, harness.credential);
		expectWithoutKey(run, harness.sandbox.apiKey);
		const { runData, error } = run.data.resultData;
		if (error) throw error;
		const [output] = runData.Agent?.[0]?.data?.main?.[0] ?? [];
		const { answer, ...tool } = told.parse(output?.json);
		return { ...tool, answer: z.array(z.record(z.unknown())).parse(JSON.parse(answer)) };
	};

	it('describes itself, finds IDs, reads the sessions, and registers by them', async () => {
		const listing = { resource: 'live', operation: 'getAll', returnAll: true };
		const { answer: webinars, description } = await use(listing);
		expect(description).toContain('webinar');
		const briefing = webinars.find(({ name }) => name === 'Partner Briefing');

		const webinarId = byId(fromAi('webinar_id'));
		const get = { resource: 'live', operation: 'get', webinarId };
		const { answer: details } = await use(get, { webinar_id: String(briefing?.webinar_id) });
		expect(details).toMatchObject([{ schedules: [{ schedule: 51 }, { schedule: 52 }, { schedule: 53 }] }]);

		const chosen = {
			...register,
			webinarId,
			schedule: byId(fromAi('schedule')),
			additionalFields: { phone: fromAi('phone'), smsConsent: true },
		};
		const { fields, answer } = await use(chosen, {
			webinar_id: '5',
			schedule: '52',
			first_name: 'Ann',
			email: 'ann@example.com',
			phone: '+49 30 123456',
		});
		expect(fields).toEqual(descriptions);
		expect(answer).toMatchObject([{ email: 'ann@example.com', schedule: 52 }]);
		expect(harness.sandbox.registrants).toHaveLength(1);
	});

	it('tells the model which field to correct and how', async () => {
		await expect(use(register, { first_name: '', email: 'ann at example.com' })).rejects.toMatchObject({
			message: matching(
				/First Name is missing\. "ann at example\.com" is not an email address[^]*name@example\.com/,
			),
		});
		await expect(use(register, { first_name: 'Ann', email: 'ann@example.com' })).rejects.toMatchObject({
			message: matching(/Phone Country Code, Phone and SMS Consent are missing[^]*Add .* under/),
		});
		expect(harness.sandbox.registrants).toEqual([]);
	});

	it('has a description of each field for the model', () => {
		const silent = harness.engine.nodeType.description.properties
			.filter(
				({ type, name }) => !['notice', 'collection'].includes(type) && !/^(resource|operation)$/.test(name),
			)
			.filter(({ description = '' }) => description.length < 15);
		expect(silent.map(({ name }) => name)).toEqual([]);
	});
});
