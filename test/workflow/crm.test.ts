import { crmRows } from '../support/crmRows';
import { byId, useHarness } from '../support/harness';

const register = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(5),
	firstName: '={{ $json.name }}',
	email: '={{ $json.email }}',
	additionalFields: { phone: '={{ $json.phone }}', phoneCountryCode: '={{ $json.code }}', smsConsent: true },
	options: { ifAlreadyRegistered: 'skip' },
};

describe('300 rows of a CRM', () => {
	const harness = useHarness();

	it('are each registered, or fail with a message that says which field to mend and how', async () => {
		const { output, hints } = await harness.run(register, {
			items: crmRows.map(({ json }) => json),
			onError: 'continueRegularOutput',
		});

		const outcomes = output.map(({ json: { error, phone_country_code, phone } }) =>
			typeof error === 'string'
				? { failed: error.replaceAll(/"[^"]*"/g, '"…"') }
				: { phone: [phone_country_code, phone] },
		);
		expect(outcomes).toEqual(crmRows.map(({ outcome }) => outcome));

		const registered = crmRows.filter(({ outcome }) => 'phone' in outcome);
		expect(harness.sandbox.registrants.map(({ email }) => email).sort()).toEqual(
			registered.map(({ json }) => String(json.email as string).trim()).sort(),
		);
		expect(hints).toEqual([
			'300 contacts: 105 registered, 195 failed (Email is not an address: 60, First Name is empty: 45, Phone is not a number: 45, the service rejected Phone Country Code: 45, the service rejected Phone: 30, and others).',
		]);
	});
});
