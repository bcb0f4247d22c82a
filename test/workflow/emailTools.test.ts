import { fetch } from 'undici';

import { byId, Harness, useHarness } from '../support/harness';

/** Values by field. */
type Contact = Record<string, string>;

/** First name, last name and email as each tool prints them in its own help. */
const presets: Record<string, [firstName: string, lastName: string, email: string]> = {
	activeCampaign: ['%FIRSTNAME%', '%LASTNAME%', '%EMAIL%'],
	aweber: ['{!firstname_fix}', '{!lastname_fix}', '{!email}'],
	brevo: ['{{ contact.FIRSTNAME }}', '{{ contact.LASTNAME }}', '{{ contact.EMAIL }}'],
	campaignMonitor: ['[firstname,fallback=]', '[lastname,fallback=]', '[email]'],
	drip: ['{{ subscriber.first_name }}', '{{ subscriber.last_name }}', '{{ subscriber.email }}'],
	getResponse: ['[[firstname]]', '[[lastname]]', '[[email]]'],
	highLevel: ['{{contact.first_name}}', '{{contact.last_name}}', '{{contact.email}}'],
	hubSpot: ['{{ contact.firstname }}', '{{ contact.lastname }}', '{{ contact.email }}'],
	keap: ['~Contact.FirstName~', '~Contact.LastName~', '~Contact.Email~'],
	kit: ['{{ subscriber.first_name }}', '{{ subscriber.last_name }}', '{{ subscriber.email_address }}'],
	klaviyo: ['{{ first_name }}', '{{ last_name }}', '{{ email }}'],
	mailchimp: ['*|FNAME|*', '*|LNAME|*', '*|EMAIL|*'],
	mailerLite: ['{$name}', '{$last_name}', '{$email}'],
	mautic: ['{contactfield=firstname}', '{contactfield=lastname}', '{contactfield=email}'],
	omnisend: ['[[contact.first_name]]', '[[contact.last_name]]', '[[contact.email]]'],
	ontraport: ['[First Name]', '[Last Name]', '[Email]'],
};

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
		const template = { resource: 'live', operation: 'createOneClickLink', webinarId: byId(1) };
		const [link] = await harness.output({ ...template, includeFields: ['lastName'], ...parameters });
		if (typeof link?.url !== 'string') throw new Error('There is no link');
		return link.url;
	};
	/** Clicks, as the contact does, and reads where that ends. */
	const click = async (link: string) => {
		const response = await fetch(link);
		return { status: response.status, page: await response.text(), address: response.url };
	};

	describe.each(Object.entries(encodings))('that uses %s', (_encoding, encode) => {
		it.each(Object.entries(presets))(
			'registers exactly the contact that it was sent to: %s',
			async (tool, [firstName, lastName, email]) => {
				const link = await template({ emailTool: tool });
				const query = `first_name=${firstName}&last_name=${lastName}&email=${email}&schedule_id=1`;
				expect(link.split('?')[1]).toBe(query);
				for (const contact of contacts) {
					harness.sandbox.reset();
					const filled = fill(link, { firstName, lastName, email }, contact, encode);
					const { status, page, address } = await click(filled);
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
				firstName: '{{ fn }}',
				lastName: '{{ ln }}',
				email: '{{ mail }}',
				phoneCountryCode: '{{ code }}',
				phone: '{{ phone }}',
				timezone: '{{ zone | default: "GMT+0" }}',
			};
			const includeFields = ['lastName', 'phone'];
			const own = { resource: 'automated', webinarId: byId(102), emailTool: 'custom', mergeFields: tags };
			const link = await template({ ...own, includeFields });
			const contact = {
				firstName: 'Ann',
				lastName: 'Lee',
				email: 'ann+1@example.com',
				phoneCountryCode: '+44',
				phone: '2079460000',
				timezone: 'GMT+5:45',
			};
			await expect(click(fill(link, tags, contact, encode))).resolves.toMatchObject({ status: 200 });
			expect(harness.sandbox.registrants).toMatchObject([
				{
					timezone: 'GMT+5:45',
					email: contact.email,
					parameters: { phone_country_code: '+44', phone_number: '2079460000' },
				},
			]);
		});
	});
});
