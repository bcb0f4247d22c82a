import { replaceUnsavedState, unsavedState } from '../../../nodes/WebinarAccount/trigger/poll';
import type { TriggerState } from '../../../nodes/WebinarAccount/trigger/state';

describe('the state that this process keeps after a poll without events', () => {
	const state: TriggerState = { watchKey: '', keyDigest: '', firstPollAt: 1, entered: '', webinars: {} };

	it('counts until another n8n process has found events and stored its own state', () => {
		replaceUnsavedState('node', 'stored before', state);
		expect(unsavedState('node', 'stored before')).toBe(state);
		expect(unsavedState('node', 'stored by another process')).toBeUndefined();
	});
});
