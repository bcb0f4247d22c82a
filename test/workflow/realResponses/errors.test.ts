import { byId, useHarness } from '../../support/harness';
import { realResponse } from '../../support/realResponse';
import { DAY_OF_EXAMPLES, type errors } from './examples';

const harness = useHarness({ at: DAY_OF_EXAMPLES });

type Example = (typeof errors)[number];

const webinar = { resource: 'live', webinarId: byId(1) };

/** Everything that can fail, by name, with the first words of its error. */
const work = {
	getAll: {
		fails: 'Could not list the webinars',
		run: () => harness.getOutput({ resource: 'live', operation: 'getAll' }),
	},
	get: {
		fails: 'Could not read the webinar',
		run: () => harness.getOutput({ ...webinar, operation: 'get' }),
	},
	getSessions: {
		fails: 'Could not read the webinar',
		run: () => harness.getOutput({ ...webinar, operation: 'getSessions', webinarScope: 'one' }),
	},
	register: {
		fails: 'Could not read the webinar',
		run: () =>
			harness.getOutput({ ...webinar, operation: 'register', firstName: 'Ann', email: 'ann@example.com' }),
	},
	createOneClickLink: {
		fails: 'Could not read the webinar',
		run: () => harness.getOutput({ ...webinar, operation: 'createOneClickLink', emailTool: 'mailchimp' }),
	},
	getRegistrants: {
		fails: 'Could not list the registrants',
		run: () => harness.getOutput({ ...webinar, operation: 'getRegistrants', simplify: false }),
	},
	unsubscribe: {
		fails: 'Could not unsubscribe the registrant',
		run: () =>
			harness.getOutput({ ...webinar, operation: 'unsubscribe', unsubscribeBy: 'leadId', leadId: leadId() }),
	},
	'the list of webinars': {
		fails: 'Could not list the webinars',
		run: () => harness.loadChoices('searchWebinars', { resource: 'live' }),
	},
	'the list of sessions': {
		fails: 'Could not read the webinar',
		run: () => harness.loadChoices('searchSchedules', { ...webinar, operation: 'register' }),
	},
	'the list of custom fields': {
		fails: 'Could not read the webinar',
		run: () => harness.loadChoices('searchCustomFields', { ...webinar, operation: 'register' }),
	},
	'an event of registrants': {
		fails: 'Could not list the registrants',
		run: () => harness.activate({ ...webinar, event: 'registrantAdded' }),
	},
	'Session Starting': {
		fails: 'Could not read the webinar',
		run: () => harness.activate({ ...webinar, event: 'sessionStarting', minutesBefore: 60 }),
	},
	'Webinar Published': {
		fails: 'Could not list the webinars',
		run: () => harness.activate({ resource: 'live', event: 'webinarPublished' }),
	},
} satisfies Record<string, { fails: string; run: () => Promise<unknown> }>;

type Work = keyof typeof work;

const allWork = Object.keys(work) as Work[];
const workInWebinar = allWork.filter((name) => 'Could not list the webinars' !== work[name].fails);

/** The lead ID of a person whom the test registers. */
function leadId(): string {
	const [person] = harness.addRegistrants(1);
	return String(person?.leadId);
}

/** Lets the service respond to requests with an example, to all of them by default. */
function respondWith(example: Example, times = Infinity): void {
	const { status, body, headers } = realResponse(example);
	harness.sandbox.fail({ kind: 'answer', status, body, headers, times });
}

async function expectFailure(name: Work, message: string): Promise<void> {
	await expect(work[name].run()).rejects.toMatchObject({ message });
}

it.each(allWork)(
	'says that the service rejected the API key if a newer key replaced it: %s',
	async (name) => {
		respondWith('error-regenerated-key');
		await expectFailure(name, 'The service rejected the API key');
	},
);

it.each(allWork)('says that the service rejected the API key if the key is wrong: %s', async (name) => {
	respondWith('error-wrong-key');
	await expectFailure(name, 'The service rejected the API key');
});

it.each(allWork)(
	'says that the service received no API key if the key is missing from the request: %s',
	async (name) => {
		respondWith('error-missing-key');
		await expectFailure(name, `${work[name].fails}: API Key: The api key field is required.`);
	},
);

it.each(allWork)(
	'says that a proxy or firewall blocked the request if the response is a page with HTTP 403: %s',
	async (name) => {
		respondWith('error-blocked-user-agent');
		await expectFailure(name, `${work[name].fails}: a proxy or firewall blocked the request (HTTP 403)`);
	},
);

it.each(allWork)('repeats a request if the service throttles it once: %s', async (name) => {
	const { status, body } = realResponse('error-429');
	// Adding a registrant for Unsubscribe needs no request.
	harness.sandbox.fail({ kind: 'answer', status, body, times: 1 });
	if (name === 'the list of custom fields') {
		await expectFailure(name, 'The service lists no custom fields for this webinar');
	} else {
		await expect(work[name].run()).resolves.toBeDefined();
	}
	expect(harness.sandbox.calls.map((call) => call.status)).toContain(429);
	expect(harness.sandbox.calls.at(-1)?.status).toBeLessThan(300);
});

it.each(workInWebinar)(
	'says that the webinar is not in the account if the service does not know it: %s',
	async (name) => {
		respondWith('error-message-object');
		await expectFailure(name, 'Webinar 1 is not in this account');
	},
);

const absentEndpoints: ReadonlyArray<{ name: Work; message: string }> = [
	{ name: 'getRegistrants', message: 'This host has no registrant list' },
	{ name: 'an event of registrants', message: 'This host has no registrant list' },
	{ name: 'unsubscribe', message: 'This host cannot unsubscribe registrants' },
];

it.each(absentEndpoints)(
	'says what the host does not support if the service has no path for it: $name',
	async ({ name, message }) => {
		respondWith('error-unknown-route');
		await expectFailure(name, message);
	},
);

const ann = { firstName: 'Ann', email: 'ann@example.com' };

const rejectedRegistrations: ReadonlyArray<{ example: Example; message: string }> = [
	{
		example: 'error-schedule-0',
		message: 'Could not register the person: Session: The selected schedule is invalid.',
	},
	{
		example: 'error-missing-fields',
		message: 'First Name, Email and Session are missing',
	},
];

it.each(rejectedRegistrations)(
	'names the fields that the service rejects in a registration: $example',
	async (rejected) => {
		const { status, body } = realResponse(rejected.example);
		harness.sandbox.fail({ kind: 'answer', operation: 'register', status, body });
		await harness.expectError({ ...webinar, operation: 'register', ...ann }, rejected.message);
		expect(harness.sandbox.registrants).toEqual([]);
	},
);
