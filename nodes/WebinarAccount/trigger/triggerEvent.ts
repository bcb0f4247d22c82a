import { accountState, examplesOfAccount, pollAccount } from './accountPoll';
import type {
	EventRules,
	PollContext,
	TriggerEvent,
	WebinarContext,
	WebinarEventRules,
} from './events/event';

/** An event of the account. */
export function accountEvent<State>({
	state: schema,
	...rules
}: EventRules<State, PollContext>): TriggerEvent {
	return {
		...rules,
		watches: 'account',
		poll: (context, stored) => rules.poll(context, schema.safeParse(stored).data),
	};
}

/** An event that happens in a webinar. */
export function webinarEvent<State>(rules: WebinarEventRules<State>): TriggerEvent {
	const stateOfAll = accountState(rules.state);
	return {
		...rules,
		watches: 'webinar',
		poll: (context, stored) => {
			const one = inOneWebinar(context);
			return one
				? rules.poll(one, rules.state.safeParse(stored).data)
				: pollAccount(rules, context, stateOfAll.safeParse(stored).data);
		},
		examples: (context) => {
			const one = inOneWebinar(context);
			return one ? rules.examples(one) : examplesOfAccount(rules, context);
		},
	};
}

function inOneWebinar({ webinarId, ...context }: PollContext): WebinarContext | undefined {
	if (webinarId === undefined) return undefined;
	const { product, webinars } = context;
	const zone = async () => (await webinars.webinar(product, { id: webinarId })).zone;
	return { ...context, webinarId, isAlone: true, zone };
}
