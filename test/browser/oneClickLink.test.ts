import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { byId, Harness } from '../support/harness';
import { live } from '../support/sandboxWebinars';
import { startChromium } from '../support/chromium';

/** The screenshot of the thank-you page. docs/images has a copy. */
const PICTURE = join(__dirname, '../../test-results/one-click-thank-you.png');

describe('a one-click link in a browser', () => {
	let harness: Harness;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		browser = await startChromium();
		page = await browser.newPage({ viewport: { width: 900, height: 560 }, locale: 'en-GB' });
		harness = await Harness.start({ inRealTime: true });
	});
	beforeEach(() => harness.sandbox.reset());
	afterAll(async () => {
		await browser?.close();
		await harness?.sandbox.close();
	});

	it('registers the contact and shows their room link if the link has the default session number', async () => {
		const [link] = await harness.getOutput({
			resource: 'live',
			operation: 'createOneClickLink',
			webinarId: byId(live.series),
			linkFor: 'contact',
			contactFirstName: 'Siobhán',
			contactEmail: 'siobhan+webinar@example.com',
			contactFields: { lastName: "O'Brien & Søn" },
		});
		if (typeof link?.url !== 'string') throw new Error('There is no link');
		expect(new URL(link.url).searchParams.get('schedule_id')).toBe('1');
		await page.goto(link.url);
		await expect(page.locator('body').innerText()).resolves.toContain('Siobhán');
		expect(new URL(page.url()).pathname).toMatch(/^\/thank-you\//);
		const room = await page.locator('a[href*="/room/live/"]').first().getAttribute('href');
		expect(harness.sandbox.registrants).toEqual([
			expect.objectContaining({
				email: 'siobhan+webinar@example.com',
				lastName: "O'Brien & Søn",
				schedule: 21,
				via: 'oneClickLink',
			}),
		]);
		expect(room).toContain(harness.sandbox.registrants[0]?.token);
		await page.screenshot({ path: PICTURE });
	});

	it.each([
		{
			shape: 'with the ID and hash of the webinar',
			webinar: live.oneSession,
			path: '/register/1click/1/kvn1042',
		},
		{ shape: 'of the registration page', webinar: live.paid, path: '/hkwqz/register/crt6683/1click' },
	])('registers the contact who clicks a link $shape', async ({ webinar, path }) => {
		const [link] = await harness.getOutput({
			resource: 'live',
			operation: 'createOneClickLink',
			webinarId: byId(webinar),
			linkFor: 'contact',
			contactFirstName: 'Siobhán',
			contactEmail: 'siobhan@example.com',
		});
		if (typeof link?.url !== 'string') throw new Error('There is no link');
		expect(new URL(link.url).pathname).toBe(path);
		await page.goto(link.url);
		await expect(page.locator('body').innerText()).resolves.toContain('Siobhán');
		expect(new URL(page.url()).pathname).toMatch(/^\/thank-you\//);
		expect(harness.sandbox.registrants).toMatchObject([{ webinarId: webinar, via: 'oneClickLink' }]);
	});
});
