import { nodeNameToToolName } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { matching } from '../support/matchers';
import { useAsTool } from '../support/useAsTool';

/** The descriptions that the model gets for the fields it fills in. */
const descriptions = {
	webinar_id: 'ID of the webinar',
	schedule: 'schedule of the session, from the webinar',
	first_name: 'First name of the person',
	email: 'Email address of the person',
	phone: 'Phone with country code',
};
/** The expression that the editor writes when you let the model fill in a field. */
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

	it('lists webinars and sessions, and registers a person for the webinar and session that the model chooses', async () => {
		const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
		const { answer: webinars, description } = await useAsTool(harness, getAll);
		expect(description).toContain('webinar');
		const briefing = webinars.find(({ name }) => name === 'Partner Briefing');

		const webinarId = byId(fromAi('webinar_id'));
		const get = { resource: 'live', operation: 'get', webinarId };
		const { answer: details } = await useAsTool(harness, get, { webinar_id: String(briefing?.webinar_id) });
		expect(details).toMatchObject([{ schedules: [{ schedule: 51 }, { schedule: 52 }, { schedule: 53 }] }]);

		const registerForChosenSession = {
			...register,
			webinarId,
			schedule: byId(fromAi('schedule')),
			additionalFields: { phone: fromAi('phone'), smsConsent: true },
		};
		const { fields, answer } = await useAsTool(harness, registerForChosenSession, {
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

	it('tells the model which fields the webinar requires', async () => {
		const withoutPhone = { first_name: 'Ann', email: 'ann@example.com' };
		await expect(useAsTool(harness, register, withoutPhone)).rejects.toMatchObject({
			message: matching(
				/Phone Country Code: .*required[^]*Phone: .*required[^]*whether the webinar requires more/,
			),
		});
		expect(harness.sandbox.registrants).toEqual([]);
	});

	it('returns two webinars if the model sends the limit as the string "2"', async () => {
		const getAll = { resource: 'live', operation: 'getAll', limit: "={{ $fromAI('limit', ``, 'string') }}" };
		const { answer } = await useAsTool(harness, getAll, { limit: '2' });
		expect(answer).toHaveLength(2);
	});

	it("tells the model the values of an option if the model sends an option's label", async () => {
		const options = { ifAlreadyRegistered: "={{ $fromAI('if_already_registered', ``, 'string') }}" };
		const person = { first_name: 'Ann', email: 'ann@example.com', if_already_registered: 'Skip Them' };
		await expect(useAsTool(harness, { ...register, options }, person)).rejects.toMatchObject({
			message: matching(
				/"Skip Them" is not an option of If Already Registered[^]*use one of these values: register \(Register Again\), return \(Return Existing\), skip \(Skip\)\.$/,
			),
		});
		expect(harness.sandbox.registrants).toEqual([]);
	});

	it('has a name as a tool with which the editor can execute it, for each operation', () => {
		const { defaults, properties } = harness.engine.nodeType.description;
		const actions = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options.flatMap((option) => ('action' in option ? option.action : [])));
		const names = actions.map((action) => `${action} in ${defaults.name}`);
		expect(names).toContain('Register a person for a live webinar in Webinars');
		// Of other names, n8n's tool has a different name than the one that the editor asks for.
		expect(names.filter((name) => name.replaceAll(' ', '_') !== nodeNameToToolName(name))).toEqual([]);
	});

	it('has a description for each field that the model can fill in', () => {
		const { properties } = harness.engine.nodeType.description;
		const fillable = properties.filter(({ type, name }) => {
			const isFillable = type !== 'notice' && type !== 'collection';
			return isFillable && name !== 'resource' && name !== 'operation';
		});
		const undescribed = fillable.filter(({ description = '' }) => description.length < 15);
		expect(undescribed.map(({ name }) => name)).toEqual([]);
	});
});
