import { registrantsOf } from '../support/registrantsPage';
import { success } from '../support/sandboxClient';
import { useSandbox } from '../support/sandboxStage';

const onboarding = { product: 'live', webinarId: 1 } as const;
const stage = useSandbox();
const { post } = stage;
const list = registrantsOf(stage);

describe('what tests do to registrants', () => {
	it('keeps what a room had before when another is named', () => {
		const [who] = stage.sandbox.addRegistrants(onboarding, 1);
		if (!who) throw new Error('Nobody was added');
		stage.sandbox.attend(who, { live: 60 });
		stage.sandbox.attend(who.leadId, { replay: 30 });
		stage.sandbox.buy(who.email, { replay: 5 });
		expect(who).toMatchObject({ attended: { live: 60, replay: 30 }, purchased: { replay: 5 } });
	});

	it('takes the latest registration with an email address', () => {
		const twice = { firstName: 'Ann', email: 'ann@example.com' };
		stage.sandbox.addRegistrants(onboarding, [twice, twice]);
		stage.sandbox.attend('ann@example.com', { live: 1 });
		expect(stage.sandbox.registrants.map(({ attended }) => attended.live)).toEqual([undefined, 1]);
	});

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

	it('lists somebody as late as the list lags behind', async () => {
		stage.sandbox.setRegistrantsList({ lagSeconds: 20 });
		stage.sandbox.addRegistrants(onboarding, 1);
		expect((await list()).total).toBe(0);
		stage.now += 20_000;
		expect((await list()).total).toBe(1);
		stage.sandbox.setRegistrantsList({ lagSeconds: 0 });
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

	it('is forgotten by a reset', async () => {
		stage.sandbox.addRegistrants(onboarding, 2);
		stage.sandbox.reset();
		expect(await post('/live/registrants', { webinar_id: '1' })).toEqual(
			success({ registrants: expect.objectContaining({ data: [], total: 0 }) as unknown }),
		);
	});
});
