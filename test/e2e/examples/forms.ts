import { join } from 'node:path';

import { DateTime } from 'luxon';
import waitFor from 'p-wait-for';
import { fetch, FormData, type Response } from 'undici';
import { z } from 'zod/v4';

import { publish } from '../../../tools/realN8n/workflows';
import { startChromium } from '../../support/chromium';
import { matching } from '../../support/matchers';
import { artefacts } from '../support/surroundings';
import { anywhere, live, type Run, type Trial } from './trial';

const consent = ['Register me, handle my data for this, and contact me about the webinar.'];
const zone = 'Europe/Berlin';
const START = /\w{3}, \d+ \w+ \d{4}, \d\d:\d\d/;

const accepted = z.object({ formWaitingUrl: z.string() });

/**
 * Sends the values of a form page without the page, so that values that it does not offer can be sent too.
 * @param values the values in the order of the fields. Checkboxes have a list.
 */
async function send(url: string, values: ReadonlyArray<string | string[]>): Promise<Response> {
	const body = new FormData();
	for (const [index, value] of values.entries()) {
		body.append(`field-${index}`, typeof value === 'string' ? value : JSON.stringify(value));
	}
	return await fetch(url, { method: 'POST', body });
}

/** Waits until n8n shows the next page of a form at this URL. */
async function nextPage(url: string): Promise<string> {
	const status = async () => (await fetch(`${url}/n8n-execution-status`)).text();
	await waitFor(async () => (await status()) !== 'running', { interval: 100, timeout: 60_000 });
	return url;
}

/** Fills in the first page of a form. @returns the URL of the next page */
async function fillIn(url: string, values: ReadonlyArray<string | string[]>): Promise<string> {
	const { formWaitingUrl } = accepted.parse(await (await send(url, values)).json());
	return await nextPage(formWaitingUrl);
}

const textAt = async (url: string) => (await fetch(url)).text();

async function publishForm(trial: Trial) {
	const { n8n } = trial.workbench;
	const workflow = await trial.workflow();
	await publish(n8n, workflow);
	const { webhookId } = trial.example.nodes.find(({ name }) => name === 'Form') ?? {};
	const form = `${n8n.url}/form/${webhookId}`;
	return { workflow, form, page: await live(form) };
}

export const forms: Readonly<Record<string, Run>> = {
	'registration-form': async (trial) => {
		const { sandbox } = trial.workbench;
		const { workflow, form, page } = await publishForm(trial);
		expect(page).toContain('Register for the webinar');
		const ending = async (...values: Parameters<typeof fillIn>[1]) =>
			await textAt(await fillIn(form, values));

		const registered = await ending('Ann', 'ann@example.com', consent);
		const [registrant] = sandbox.registrants;
		expect(registrant).toMatchObject({ firstName: 'Ann', email: 'ann@example.com', webinarId: 1 });
		expect(registered).toContain('You are registered');
		expect(registered).toMatch(new RegExp(`${START.source} \\(New York\\)`));
		expect(registered).toContain(`${sandbox.url}/room/live/${registrant?.token}`);

		const skipped = await ending('Ben', 'ben@example.com', []);
		expect(skipped).toContain('You are not registered');
		expect(skipped).toContain('Without your consent, nothing was sent.');

		sandbox.fail({ operation: 'register', kind: 'answer', status: 422 });
		const failed = await trial.startedBy(workflow, async () => {
			const failure = await ending('Cleo', 'cleo@example.com', consent);
			expect(failure).toContain('You are not registered yet');
			expect(failure).not.toContain('Could not register');
		});
		const text = matching(/^Cleo \(cleo@example.com\) could not be registered.\n\nCould not register/);
		expect(failed('Message to the Owner')).toMatchObject([{ text }]);
		expect(sandbox.registrants).toHaveLength(1);
	},

	'session-choice-form': async (trial) => {
		const { n8n, sandbox } = trial.workbench;
		const { form } = await publishForm(trial);
		const browser = await startChromium();
		const page = await browser.newPage({ viewport: { width: 640, height: 640 }, locale: 'en-GB' });
		page.setDefaultTimeout(20_000);
		// The pages load a font and an icon from other hosts.
		await page.route(
			({ hostname }) => hostname !== '127.0.0.1',
			(route) => route.abort(),
		);
		const screenshot = (name: string) =>
			page.screenshot({ path: join(artefacts, `form-${name}-n8n-${n8n.line.name}.png`) });
		/** Submits the page, and waits for this text on the next page. @returns the text of the next page */
		const submit = async (next: string) => {
			await page.locator('#submit-btn').click();
			await page.getByText(next).waitFor();
			return await page.locator('body').innerText();
		};
		/** Fills in the first page. @returns the sessions on the next page */
		const begin = async (consented = consent, email = 'ann@example.com') => {
			await page.goto(await fillIn(form, ['Ann', email, zone, consented]));
			const text = await page.locator('body').innerText();
			return text.match(/^\w{3}, \d+ \w+ \d{4}, \d\d:\d\d.*$/gm) ?? [];
		};
		/** Chooses a session, and does something before the page is submitted. */
		const choose = async (session: string, ending: string, name: string, meanwhile = () => {}) => {
			await page.getByLabel(session, { exact: true }).click();
			await screenshot('sessions');
			meanwhile();
			await submit(ending);
			await screenshot(name);
		};
		try {
			await page.goto(`${form}?Time%20Zone=${zone}`);
			await page.getByLabel('First Name').fill('Ann');
			await page.getByLabel('Email').fill('ann@example.com');
			await page.getByText('Register me').click();
			await screenshot('visitor');
			const text = await submit(`Times are in ${zone}`);
			const sessions = text.match(/^\w{3}, \d+ \w+ \d{4}, \d\d:\d\d$/gm) ?? [];
			expect(sessions).toHaveLength(6);
			const [, , third = ''] = sessions;
			await choose(third, `${third} (Berlin)`, 'registered');
			const [ann] = sandbox.registrants;
			expect(ann).toMatchObject({ firstName: 'Ann', email: 'ann@example.com', webinarId: 102 });
			const start = DateTime.fromMillis(ann?.startsAt ?? NaN, { zone });
			expect(start.toFormat('ccc, d LLL yyyy, HH:mm')).toBe(third);
			const room = page.getByRole('link', { name: 'Your own link to the room' });
			expect(await room.getAttribute('href')).toBe(`${sandbox.url}/room/live/${ann?.token}`);

			await begin([]);
			await choose(third, 'Without your consent, nothing was sent.', 'no-consent');
			await begin();
			const refuse = () => sandbox.fail({ operation: 'register', kind: 'answer', status: 422 });
			await choose(third, 'This is not your fault', 'failed', refuse);

			const again = 'This session is not on offer any more. Open the form again to choose another one.';
			await begin();
			await choose(third, again, 'date-refused', () =>
				sandbox.fail({
					operation: 'register',
					kind: 'answer',
					status: 422,
					body: { status: 'error', errors: { date: ['The selected date is invalid.'] } },
				}),
			);
			await begin();
			const url = page.url();
			await (await send(url, [['another']])).text();
			expect(await textAt(await nextPage(url))).toContain(again);
			await begin(consent, 'ann@');
			await choose(third, 'check your email address', 'address');
			expect(sandbox.registrants).toHaveLength(1);

			const everyDay = (schedule: number) => ({ kind: 'everyDay', schedule, time: '11:00' }) as const;
			sandbox.changeWebinar(anywhere, { sessions: [everyDay(1021), everyDay(1023)] });
			const labels = await begin(consent, 'ben@example.com');
			expect(new Set(labels).size).toBe(6);
			const second = labels.find((label) => label.endsWith(' · 2')) ?? '';
			await choose(second, 'You are registered', 'second-schedule');
			expect(sandbox.registrants[1]).toMatchObject({ email: 'ben@example.com', schedule: 1023 });

			await begin();
			const end = () => sandbox.changeWebinar(anywhere, { sessions: [] });
			await choose(second, again, 'gone', end);
			await begin();
			await page.getByText('No session is planned').waitFor();
			await screenshot('no-session');
			expect(sandbox.registrants).toHaveLength(2);
		} finally {
			await browser.close();
		}
	},
};
