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

describe("the sandbox's pages", () => {
	it('shows registrants with attendance, purchases and custom fields, all HTML-escaped', async () => {
		const workshop = { webinar_id: '8', schedule: '81', email: 'ann@example.com' };
		const customField = { whereDidYouHearAboutUs: '<i>Radio</i>' };
		await post('/live/register', { ...workshop, ...customField, first_name: '<script>alert(1)</script>' });
		stage.sandbox.attend('ann@example.com', { live: 3725, replay: 60 });
		stage.sandbox.buy('ann@example.com', { replay: 49 });
		const { html } = await page('/registrants');
		expect(html).not.toMatch(/<script|<i>/);
		const rows = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
		expect(rows).toMatch(
			/&lt;script&gt;.*ann@example\.com.*live 01:02:05.*replay 00:01:00.*replay 49\.00.*&lt;i&gt;Radio/,
		);
	});

	/** Returns the email addresses on a page. */
	const emailsOn = ({ html }: { html: string }) => html.match(/[\w.]+@example\.(?:com|org)/g) ?? [];
	/** Returns the URL of the link with this text. */
	const hrefOf = (html: string, text: string) =>
		new RegExp(`href="([^"]+)">${text}<`).exec(html)?.[1]?.replaceAll('&amp;', '&');

	it('lists registrants on pages, the newest first, and keeps the search on the next page', async () => {
		const [ann] = stage.sandbox.addRegistrants(onboarding, [
			{ firstName: 'Ann', lastName: 'Lee', email: 'boss@example.org' },
		]);
		const others = Array.from({ length: 101 }, (_, index) => ({
			firstName: 'Bo',
			email: `bo.${index}@example.com`,
		}));
		stage.sandbox.addRegistrants(onboarding, others);
		for (const search of ['ANN L', 'boss@', String(ann?.leadId), String(ann?.userId)]) {
			const found = await page(`/registrants?search=${encodeURIComponent(search)}`);
			expect([search, emailsOn(found)]).toEqual([search, ['boss@example.org']]);
		}
		const first = await page('/registrants?search=bo.');
		const second = await page(hrefOf(first.html, 'Older') ?? '');
		const listed = [...emailsOn(first), ...emailsOn(second)];
		expect(listed).toEqual(others.map(({ email }) => email).reverse());
		expect([hrefOf(second.html, 'Older'), hrefOf(first.html, 'Newer')]).toEqual([undefined, undefined]);
		expect(emailsOn(await page(hrefOf(second.html, 'Newer') ?? ''))).toEqual(emailsOn(first));
	});

	it('shows an error page for an invalid form', async () => {
		const { status, text } = await submit('/registrants', { webinar: 'live/1', count: '0' });
		expect([status, text]).toEqual([422, expect.stringContaining('This is not possible')]);
		expect(stage.sandbox.registrants).toEqual([]);
	});

	it('records attendance, a purchase and an unsubscription, and moves the session into the past', async () => {
		const { registrant, home } = addRegistrant();
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
		expect(html).toMatch(/Starts<.dt><dd>Mon, 2 Mar 2026, 04:0[78] AM</);
	});

	it('offers one-click links that work', async () => {
		const { html } = await page('/');
		const links = [...html.matchAll(/href="([^"]+1click[^"]+)"/g)].map(([, url = '']) =>
			url.replaceAll('&amp;', '&'),
		);
		expect(links).toHaveLength(16);
		const pages = await Promise.all(links.map(async (url) => ({ url, ...(await page(url)) })));
		expect(pages.filter(({ status }) => status !== 302)).toEqual([]);
	});
});
