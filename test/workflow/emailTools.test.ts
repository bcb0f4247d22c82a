import { fetch } from 'undici';

import { emailTools } from '../../nodes/WebinarAccount/webinars/emailTools';
import { byId, Harness, useHarness } from '../support/harness';

/** Values by field. */
type Contact = Record<string, string>;

const contacts: Contact[] = [
	{ firstName: "O'Brien & Søn", lastName: 'Smith-Jones, Jr.', email: 'ann+webinar@example.com' },
	{ firstName: '李雷', lastName: '王 小明', email: "o'neill@example.org" },
	{ firstName: '100% #1?', lastName: 'a=b&c=d', email: 'x_y-z@example.co.uk' },
];

/** How tools write a value into a link: percent-encoded throughout, or as forms do, with + for a space. */
const encodings = {
	'percent-encoding': encodeURIComponent,
	'form encoding': (text: string) => new URLSearchParams({ text }).toString().slice('text='.length),
};

/** What the tool does when it sends the email: every merge field becomes the contact's value. */
function fill(template: string, tags: Contact, contact: Contact, encode: (text: string) => string): string {
	return Object.entries(tags).reduce(
		(link, [field, tag]) => link.replaceAll(tag, encode(contact[field] ?? '')),
		template,
	);
}

describe('a template in an email tool', () => {
	const harness = useHarness();

	const template = async (parameters: Parameters<Harness['run']>[0]) => {
		const [link] = await harness.output({
			resource: 'live',
			operation: 'createOneClickLink',
			webinarId: byId(1),
			includeFields: ['lastName'],
			...parameters,
		});
		if (typeof link?.url !== 'string') throw new Error('There is no link');
		return link.url;
	};
	/** Clicks, as the contact does, and reads where that ends. */
	const click = async (link: string) => {
		const response = await fetch(link);
		return { status: response.status, page: await response.text(), address: response.url };
	};

	describe.each(Object.entries(encodings))('that uses %s', (_encoding, encode) => {
		it.each(Object.entries(emailTools))(
			'registers exactly the contact that it was sent to: %s',
			async (tool, preset) => {
				const { firstName, lastName, email } = preset;
				const link = await template({ emailTool: tool });
				for (const contact of contacts) {
					harness.sandbox.reset();
					const { status, page, address } = await click(
						fill(link, { firstName, lastName, email }, contact, encode),
					);
					expect([status, new URL(address).pathname.split('/')[1]]).toEqual([200, 'thank-you']);
					expect(page).toContain('/room/live/');
					expect(harness.sandbox.registrants).toEqual([
						expect.objectContaining({ ...contact, webinarId: 1, schedule: 11 }),
					]);
				}
			},
		);

		it('registers with phone and time zone from own merge fields', async () => {
			const tags = {
				...{ firstName: '{{ fn }}', lastName: '{{ ln }}', email: '{{ mail }}' },
				...{ phoneCountryCode: '{{ code }}', phone: '{{ phone }}' },
				timezone: '{{ zone | default: "GMT+0" }}',
			};
			const includeFields = ['lastName', 'phone'];
			const own = { resource: 'automated', webinarId: byId(102), emailTool: 'custom', mergeFields: tags };
			const link = await template({ ...own, includeFields });
			const contact = {
				...{ firstName: 'Ann', lastName: 'Lee', email: 'ann+1@example.com' },
				...{ phoneCountryCode: '+44', phone: '2079460000', timezone: 'GMT+5:45' },
			};
			await expect(click(fill(link, tags, contact, encode))).resolves.toMatchObject({ status: 200 });
			expect(harness.sandbox.registrants).toMatchObject([
				{
					...{ timezone: 'GMT+5:45', email: contact.email },
					parameters: { phone_country_code: '+44', phone_number: '2079460000' },
				},
			]);
		});
	});
});
