import { byId, Harness, useHarness } from '../support/harness';
import { openLink } from '../support/openLink';
import { live } from '../support/sandboxWebinars';

/** The values of a contact, or the merge fields for them, by field. */
type Contact = Record<string, string>;

/** The merge fields for first name, last name and email address from the documentation of each email tool. */
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
	klickTipp: [
		'%Subscriber:CustomFieldFirstName%',
		'%Subscriber:CustomFieldLastName%',
		'%Subscriber:EmailAddress%',
	],
	mailchimp: ['*|FNAME|*', '*|LNAME|*', '*|EMAIL|*'],
	mailerLite: ['{$name}', '{$last_name}', '{$email}'],
	mautic: ['{contactfield=firstname}', '{contactfield=lastname}', '{contactfield=email}'],
	omnisend: ['[[contact.first_name]]', '[[contact.last_name]]', '[[contact.email]]'],
	ontraport: ['[First Name]', '[Last Name]', '[Email]'],
};

/** Replaces each merge field in a link with the contact's value, as the email tool does when it sends the email. */
function fillMergeFields(template: string, mergeFields: Contact, contact: Contact): string {
	let link = template;
	for (const [field, mergeField] of Object.entries(mergeFields)) {
		link = link.replaceAll(mergeField, encodeURIComponent(contact[field] ?? ''));
	}
	return link;
}

describe('a one-click link for the contacts of an email tool', () => {
	const harness = useHarness();

	/** Creates a link, and returns its URL. */
	const createLink = async (parameters: Parameters<Harness['run']>[0]) => {
		const [link] = await harness.getOutput({
			resource: 'live',
			operation: 'createOneClickLink',
			webinarId: byId(live.oneSession),
			includeFields: ['lastName'],
			...parameters,
		});
		if (typeof link?.url !== 'string') throw new Error('There is no link');
		return link.url;
	};

	/** Opens the link for a contact, and expects a registration with the contact's values. */
	async function expectRegistration(link: string, contact: Contact): Promise<void> {
		harness.sandbox.reset();
		const { path, page } = await openLink(link);
		expect(path).toMatch(/^\/thank-you\//);
		expect(page).toContain('/room/live/');
		expect(harness.sandbox.registrants).toMatchObject([
			{ ...contact, webinarId: live.oneSession, schedule: 11 },
		]);
	}

	it.each(Object.entries(presets))(
		'registers a contact who follows the link, with their name and email address: %s',
		async (emailTool, [firstName, lastName, email]) => {
			const template = await createLink({ emailTool });
			const mergeFields = { firstName, lastName, email };
			const contact = { firstName: 'Ann', lastName: 'Smith-Jones, Jr.', email: 'ann+webinar@example.com' };
			const link = fillMergeFields(template, mergeFields, contact);
			await expectRegistration(link, contact);
		},
	);
});
