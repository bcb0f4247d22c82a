import { useSandbox } from '../support/sandboxStage';

const onboarding = { product: 'live', webinarId: 1 } as const;

const stage = useSandbox();
const { page, post, send } = stage;

/** Submits a form of a page. */
const submit = async (path: string, form: Record<string, string> = {}) => {
	const { status, headers, text } = await send(path, new URLSearchParams(form).toString());
	return { status, location: headers.location, text };
};
/** Adds a registrant, and returns it with the path of its page. */
const addRegistrant = () => {
	const [registrant] = stage.sandbox.addRegistrants(onboarding, 1);
	if (!registrant) throw new Error('Nobody was added');
	return { registrant, home: `/registrants/${registrant.id}` };
};

describe("the sandbox's registrants page", () => {
	it('shows registrants newest first, with attendance, purchases and custom fields, all HTML-escaped', async () => {
		const workshop = { webinar_id: '8', schedule: '81', email: 'ann@example.com' };
		const customField = { whereDidYouHearAboutUs: '<i>Radio</i>' };
		await post('/live/register', { ...workshop, ...customField, first_name: '<script>alert(1)</script>' });
		stage.sandbox.attend('ann@example.com', { live: 3725, replay: 60 });
		stage.sandbox.buy('ann@example.com', { replay: 49 });
		await post('/live/register', { ...workshop, ...customField, first_name: 'Newest' });
		const shown = [
			'ann@example.com',
			'live 01:02:05',
			'replay 00:01:00',
			'replay 49.00',
			'<td>yes</td>',
			'whereDidYouHearAboutUs: &lt;i&gt;Radio&lt;/i&gt;',
		];
		for (const path of ['/', '/registrants']) {
			const { html } = await page(path);
			for (const text of shown) expect(html).toContain(text);
			expect(html).not.toMatch(/<script|<i>/);
			expect(html.indexOf('Newest')).toBeLessThan(html.indexOf('&lt;script&gt;'));
		}
	});

	it.each(['live', 'automated'])('publishes another webinar: %s', async (product) => {
		const before = stage.sandbox.webinars;
		expect(await submit(`/${product}/publish`)).toMatchObject({ status: 303, location: '/' });
		const added = stage.sandbox.webinars.filter(({ id }) => !before.some((one) => one.id === id));
		expect(added).toMatchObject([{ product }]);
	});

	it.each([
		{ product: 'live', webinarId: 1, minutesAgo: 180, date: '2026-03-02 04:08', schedule: 12 },
		{ product: 'automated', webinarId: 101, minutesAgo: -30, date: '2026-03-02 07:38', schedule: 1014 },
	])('adds a session to a webinar: $product', async ({ product, webinarId, minutesAgo, date, schedule }) => {
		const { html } = await page('/');
		expect(html).toContain(`action="/${product}/sessions"`);
		const form = { webinarId: String(webinarId), minutesAgo: String(minutesAgo) };
		expect(await submit(`/${product}/sessions`, form)).toMatchObject({ status: 303, location: '/' });
		const { json } = await post(`/${product}/webinar`, { webinar_id: String(webinarId) });
		expect(json).toMatchObject({
			webinar: {
				schedules: expect.arrayContaining([expect.objectContaining({ date, schedule })]) as unknown,
			},
		});
	});

	it.each([
		{ webinarId: '999', minutesAgo: '180' },
		{ webinarId: '1', minutesAgo: 'soon' },
	])('shows an error page for the invalid form of a session: %j', async (form) => {
		expect((await submit('/live/sessions', form)).status).toBe(422);
	});

	it('adds sample registrants to a webinar', async () => {
		expect((await page('/registrants')).html).toContain('<option value="automated/101"');
		const response = await submit('/registrants', { webinar: 'automated/101', count: '3' });
		expect(response).toMatchObject({ status: 303, location: '/registrants' });
		const added = { product: 'automated', webinarId: 101, via: 'sandbox' };
		expect(stage.sandbox.registrants).toMatchObject([added, added, added]);
	});

	it.each([
		{ webinar: 'live/1', count: '0' },
		{ webinar: 'live/7', count: '1' },
		{ webinar: '', count: '1' },
	])('shows an error page for the invalid form %j', async (form) => {
		const { status, text } = await submit('/registrants', form);
		expect([status, text]).toEqual([422, expect.stringContaining('This is not possible')]);
		expect(stage.sandbox.registrants).toEqual([]);
	});
});

describe("the sandbox's registrant page", () => {
	it('records attendance, a purchase and an unsubscription, and moves the session into the past', async () => {
		const { registrant, home } = addRegistrant();
		expect((await page(home)).html).toContain('not yet');
		const attended = await submit(`${home}/attend`, { room: 'live', minutes: '90.5' });
		expect(attended).toMatchObject({ status: 303, location: home });
		await submit(`${home}/buy`, { room: 'replay', revenue: '19.90' });
		await submit(`${home}/unsubscribe`);
		await submit(`${home}/start`, { minutesAgo: '180' });
		expect(registrant).toMatchObject({
			attended: { live: 5430 },
			purchased: { replay: 19.9 },
			subscribed: false,
			startsAt: registrant.registeredAt - 180 * 60_000,
		});
		const { html } = await page(home);
		for (const text of ['live 01:30:30', 'replay 19.90']) expect(html).toContain(text);
	});

	it("removes the registrant and the registrant's page", async () => {
		const { home } = addRegistrant();
		const other = addRegistrant().registrant;
		expect(await submit(`${home}/remove`)).toMatchObject({ status: 303, location: '/registrants' });
		expect(stage.sandbox.registrants).toEqual([other]);
		expect((await stage.list()).data).toMatchObject([{ id: other.id }]);
		expect((await page(home)).status).toBe(404);
		expect((await submit(`${home}/remove`)).status).toBe(404);
	});

	it.each<{ action: string; form: Record<string, string> }>([
		{ action: 'attend', form: { room: 'kitchen', minutes: '1' } },
		{ action: 'attend', form: { room: 'live', minutes: '-1' } },
		{ action: 'buy', form: { room: 'live', revenue: 'much' } },
	])('rejects the invalid form $form: action $action', async ({ action, form }) => {
		const { registrant, home } = addRegistrant();
		expect((await submit(`${home}/${action}`, form)).status).toBe(422);
		expect(registrant).toMatchObject({ attended: {}, purchased: {} });
	});
});

describe("the sandbox's unsubscribe page", () => {
	it('unsubscribes the person when they press the button, not when they open the link', async () => {
		const { registrant } = addRegistrant();
		const { json } = await post('/live/registrants', { webinar_id: '1' });
		const { registrants } = json as { registrants: { data: Array<{ links: { unsubscribe: string } }> } };
		const path = new URL(registrants.data[0]?.links.unsubscribe ?? '').pathname;
		expect((await page(path)).html).toContain('gets emails about this webinar');
		expect(registrant.subscribed).toBe(true);
		expect(await submit(path)).toMatchObject({ status: 303, location: path });
		expect((await page(path)).html).toContain('You are unsubscribed');
		expect(registrant.subscribed).toBe(false);
	});
});

describe("the sandbox's other pages", () => {
	it('shows HTML-escaped webinar names and the API key', async () => {
		const { html } = await page('/');
		expect(html).toContain('&lt;b&gt;Tips &amp; &quot;tricks&quot;&lt;/b&gt; 🚀');
		expect(html).not.toContain('<b>');
		expect(html).toContain(stage.sandbox.apiKey);
	});

	it('offers one-click links that work', async () => {
		const { html } = await page('/');
		const links = [...html.matchAll(/href="([^"]+1click[^"]+)"/g)].map(([, url = '']) =>
			url.replaceAll('&amp;', '&'),
		);
		expect(links).toHaveLength(16);
		for (const url of links) expect([url, (await page(url)).status]).toEqual([url, 302]);
	});

	it("has a registration page for each webinar, but only under the webinar's token", async () => {
		expect((await page('/register/107/odd1707')).html).toContain('&lt;i&gt;tags&lt;/i&gt;');
		for (const path of ['wrong', '%FF']) expect((await page(`/register/107/${path}`)).status).toBe(404);
	});
});
