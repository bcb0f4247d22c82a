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

	it.each([
		{
			shape: 'with the ID and hash of the webinar',
			webinar: live.series,
			path: '/register/1click/2/gxs2718',
		},
		{ shape: 'of the registration page', webinar: live.paid, path: '/hkwqz/register/crt6683/1click' },
	])(
		'registers the contact who clicks a link $shape, and shows their room link',
		async ({ webinar, path }) => {
			const [link] = await harness.getOutput({
				resource: 'live',
				operation: 'createOneClickLink',
				webinarId: byId(webinar),
				linkFor: 'contact',
				contactFirstName: 'Siobhán',
				contactEmail: 'siobhan+webinar@example.com',
				contactFields: { lastName: "O'Brien & Søn" },
			});
			if (typeof link?.url !== 'string') throw new Error('There is no link');
			expect(new URL(link.url).pathname).toBe(path);
			await page.goto(link.url);
			await expect(page.locator('body').innerText()).resolves.toContain('Siobhán');
			expect(new URL(page.url()).pathname).toMatch(/^\/thank-you\//);
			const room = await page.locator('a[href*="/room/live/"]').first().getAttribute('href');
			const [registrant] = harness.sandbox.registrants;
			expect(registrant).toMatchObject({
				webinarId: webinar,
				email: 'siobhan+webinar@example.com',
				lastName: "O'Brien & Søn",
				via: 'oneClickLink',
			});
			expect(room).toContain(registrant?.token);
			await page.screenshot({ path: PICTURE });
		},
	);
});
