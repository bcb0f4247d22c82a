import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { matching } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';
import { useAsTool } from '../support/useAsTool';

/**
 * Prompts of docs/users/agents.md, with values that a language model sends: strings in place of numbers, names in
 * place of IDs, labels in place of values. Each works, or fails with a message that tells the model what to send instead.
 */

const harness = useHarness();

/** Runs the node as a tool of an AI agent, and returns its output. */
const useTool = async (parameters: INodeParameters, fromModel?: IDataObject) =>
	(await useAsTool(harness, parameters, fromModel)).answer;

/** The expression that the editor writes when you let the model fill in a field. */
const fromAi = (key: string) => `={{ $fromAI('${key}', \`\`, 'string') }}`;

/** Expects that the model gets a message that matches, and that nobody was registered. */
async function failsFor(tool: INodeParameters, fromModel: IDataObject, message: RegExp) {
	await expect(useTool(tool, fromModel)).rejects.toMatchObject({ message: matching(message) });
	expect(harness.sandbox.registrants).toEqual([]);
}

describe('Register each person who submits this form for my next webinar', () => {
	const register = {
		resource: 'live',
		operation: 'register',
		webinarId: byId(fromAi('webinar_id')),
		schedule: byId(fromAi('schedule')),
		firstName: fromAi('first_name'),
		email: fromAi('email'),
	};
	const ann = { first_name: 'Ann', email: 'Ann@Example.com ' };

	it('registers the person if the model sends the webinar ID as a string', async () => {
		const answer = await useTool(register, { ...ann, webinar_id: String(live.oneSession), schedule: 'next' });
		expect(answer).toMatchObject([{ first_name: 'Ann', skipped: false, webinar_id: live.oneSession }]);
	});

	it("tells the model where to find the webinar's ID if the model sends the webinar's name", () =>
		failsFor(
			register,
			{ ...ann, webinar_id: 'onboarding', schedule: 'next' },
			/"onboarding" is not a webinar ID[^]*A webinar ID is a number[^]*in the output of Get Many/,
		));

	it('tells the model to send "next" or a schedule ID if the model sends the session\'s label', () =>
		failsFor(
			register,
			{ ...ann, webinar_id: String(live.oneSession), schedule: 'Next Upcoming Session' },
			/"Next Upcoming Session" is not a session[^]*enter next, 54 or 54\|2026-01-31 13:00/,
		));
});

describe('Register each new contact of my CRM for my evergreen webinar in their own time zone', () => {
	const register = {
		resource: 'automated',
		operation: 'register',
		webinarId: byId(automated.attendeeZone),
		timezone: fromAi('timezone'),
		schedule: byId('next'),
		firstName: 'Ann',
		email: 'ann@example.com',
	};

	it('registers the person in the time zone that the model sends', async () => {
		const answer = await useTool(register, { timezone: 'Asia/Kathmandu' });
		expect(answer).toMatchObject([{ email: 'ann@example.com', timezone: 'GMT+5:45' }]);
	});

	it.each([
		['London', /Timezone "London" is not a known time zone[^]*Europe\/London/],
		['EST', /Timezone "EST" is not a known time zone[^]*region\/city/],
		['', /The webinar needs a time zone[^]*Fill in Timezone, e\.g\. Europe\/London/],
	])('tells the model which form of time zone to send if the model sends %j', (timezone, message) =>
		failsFor(register, { timezone }, message),
	);
});

describe('Register these people, but do not register anyone twice', () => {
	const register = {
		resource: 'live',
		operation: 'register',
		webinarId: byId(live.oneSession),
		firstName: 'Ann',
		email: 'ann@example.com',
		options: { ifAlreadyRegistered: fromAi('if_already_registered') },
	};

	it('skips a person who is registered already', async () => {
		await useTool(register, { if_already_registered: 'skip' });
		const answer = await useTool(register, { if_already_registered: 'skip' });
		expect(answer).toMatchObject([{ email: 'ann@example.com', skipped: true }]);
		expect(harness.sandbox.registrants).toHaveLength(1);
	});

	it("tells the model which values the option has if the model sends the option's label", () =>
		failsFor(
			register,
			{ if_already_registered: 'Skip Them' },
			/"Skip Them" is not an option of If Already Registered[^]*use one of these values: register, return, skip/,
		));
});

describe('Send me the sessions of the coming week every Monday', () => {
	const getSessions = {
		resource: 'live',
		operation: 'getSessions',
		returnAll: true,
		filters: { withinDays: fromAi('days') },
	};

	it('lists the sessions of the coming days if the model sends the number of days as a string', async () => {
		const answer = await useTool(getSessions, { days: '7' });
		expect(answer[0]).toMatchObject({ title: expect.any(String) as string, starts_at: matching(/Z$/) });
	});

	it('tells the model to send a whole number instead of words', () =>
		failsFor(getSessions, { days: 'one week' }, /Within Days must be a whole number, 1 or more/));
});

describe('List everybody whose session of webinar 6 was yesterday and who attended', () => {
	const getRegistrants = {
		resource: 'live',
		operation: 'getRegistrants',
		webinarId: byId(live.paid),
		returnAll: true,
		filters: { sessionDate: fromAi('session_date'), attendedLive: fromAi('attended') },
	};

	it.each([
		[
			{ session_date: 'Last Week', attended: 'attended' },
			/"Last Week" is not an option of Session Date[^]*today, yesterday, last7Days/,
		],
		[
			{ session_date: 'yesterday', attended: 'Attended' },
			/"Attended" is not an option of Attended Live[^]*use one of these values: attended, didNotAttend, leftAfter, leftBefore/,
		],
	])('tells the model which values a filter has if the model sends a label: %j', (fromModel, message) =>
		failsFor(getRegistrants, fromModel, message),
	);
});

describe('Create a one-click link to my webinar for Mailchimp', () => {
	const createLink = {
		resource: 'live',
		operation: 'createOneClickLink',
		webinarId: byId(live.oneSession),
		schedule: { __rl: true, mode: 'number', value: fromAi('session_number') },
		emailTool: fromAi('email_tool'),
	};

	it('creates the link if the model sends the session number as a string', async () => {
		const answer = await useTool(createLink, { session_number: '1', email_tool: 'mailchimp' });
		expect(answer).toMatchObject([{ url: matching(/email=\*\|EMAIL\|\*.*schedule_id=1$/) }]);
	});

	it('tells the model that the webinar has several sessions if the model sends no session number', () =>
		failsFor(
			{
				...createLink,
				webinarId: byId(live.phoneRequired),
				schedule: { __rl: true, mode: 'number', value: '' },
			},
			{ email_tool: 'mailchimp' },
			/The link needs a session number[^]*The webinar's dashboard shows it[^]*\(schedule ID 51\)/,
		));
});

describe('Tell me whether this email address is registered for webinar 6, and whether the person attended', () => {
	const find = {
		resource: 'live',
		operation: 'findRegistrant',
		webinarId: byId(live.paid),
		email: fromAi('email'),
	};

	it('finds the person if the model sends the email address in different case', async () => {
		harness.addRegistrants([{ firstName: 'Ann', email: 'ann@example.com' }], live.paid);
		const answer = await useTool(find, { email: 'ANN@example.com' });
		expect(answer).toMatchObject([{ found: true, email: 'ann@example.com', attended_live: false }]);
	});
});

describe('Unsubscribe this email address from webinar 6', () => {
	const unsubscribe = {
		resource: 'live',
		operation: 'unsubscribe',
		webinarId: byId(live.paid),
		unsubscribeBy: 'email',
		email: fromAi('email'),
	};

	it('unsubscribes the person if the model sends the email address in different case', async () => {
		harness.addRegistrants([{ firstName: 'Ann', email: 'ann@example.com' }], live.paid);
		const answer = await useTool(unsubscribe, { email: 'ANN@example.com' });
		expect(answer).toMatchObject([{ success: true, lead_ids: [expect.any(Number)] }]);
	});
});

describe('List my live webinars', () => {
	const getAll = { resource: 'live', operation: 'getAll', limit: fromAi('limit') };

	it('returns two webinars if the model sends the limit "2" as a string', async () => {
		await expect(useTool(getAll, { limit: '2' })).resolves.toHaveLength(2);
	});

	it('tells the model to send a whole number instead of words', () =>
		failsFor(getAll, { limit: 'all' }, /Limit must be a whole number, 1 or more/));
});

/** Runs the trigger by hand, with parameters as n8n's workflow builder would write them. */
const testTrigger = async (parameters: INodeParameters) =>
	await harness.engine.testTrigger({ parameters, credential: harness.credential });

describe('When somebody registers for webinar 6, add a row to my sheet', () => {
	const added = { resource: 'live', event: 'registrantAdded' };

	it('returns a registrant if the builder writes the webinar ID as a number', async () => {
		harness.addRegistrants(1, live.paid);
		const webinarId = { __rl: true, mode: 'id', value: live.paid };
		await expect(testTrigger({ ...added, webinarId })).resolves.toHaveLength(1);
	});

	it("tells the builder where to find the webinar ID if the builder writes the webinar's name", () =>
		expect(testTrigger({ ...added, webinarId: byId('Onboarding') })).rejects.toMatchObject({
			message: '"Onboarding" is not a webinar ID',
			description: matching(/find its ID in the output of Get Many/),
		}));
});

describe('Remind my team an hour before each session of webinar 6', () => {
	const starting = { resource: 'live', event: 'sessionStarting', webinarId: byId(live.paid) };

	it('returns the session if the builder writes Minutes Before as a string', async () => {
		const examples = await testTrigger({ ...starting, minutesBefore: '60' });
		expect(examples).toMatchObject([{ json: { webinar_id: live.paid } }]);
	});
});
