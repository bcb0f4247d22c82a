import { registrantsOf } from '../support/registrantsPage';
import { useSandbox } from '../support/sandboxStage';

const onboarding = { product: 'live', webinarId: 1 } as const;
const stage = useSandbox();
const list = registrantsOf(stage);

describe('what tests do to registrants', () => {
	it('removes one, and only that one', async () => {
		const [first, second, third] = stage.sandbox.addRegistrants(onboarding, 3);
		if (!second) throw new Error('Nobody was added');
		stage.sandbox.removeRegistrant(second);
		expect(stage.sandbox.registrants).toEqual([first, third]);
		expect((await list()).data.map(({ id }) => id)).toEqual([first?.id, third?.id]);
		expect(() => stage.sandbox.removeRegistrant(second)).toThrow(`There is no registrant ${second.leadId}.`);
		const [next] = stage.sandbox.addRegistrants(onboarding, 1);
		expect(next?.id).toBe((third?.id ?? 0) + 1);
	});

	it('says whom, which webinar or which schedule it does not know', () => {
		expect(() => stage.sandbox.attend('x@example.com', { live: 1 })).toThrow(
			'There is no registrant x@example.com.',
		);
		expect(() => stage.sandbox.addRegistrants({ product: 'live', webinarId: 101 }, 1)).toThrow(
			'There is no live webinar 101.',
		);
		expect(() => stage.sandbox.addRegistrants({ ...onboarding, schedule: 12 }, 1)).toThrow(
			'Webinar 1 has no schedule 12.',
		);
		expect(() => stage.sandbox.addRegistrants({ product: 'live', webinarId: 7 }, 1)).toThrow(
			'Webinar 7 has no schedule.',
		);
	});
});
