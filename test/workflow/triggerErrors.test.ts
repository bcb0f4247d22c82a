import { byId, Harness } from '../support/harness';
import { added, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('a trigger that cannot work', () => {
	it.each([
		[{ ...added, webinarId: byId('') }, 'No webinar is chosen'],
		[{ ...added, webinarId: byId(999) }, 'Could not list the registrants: Webinar: '],
		[{ ...added, schedule: byId(999) }, 'Could not list the registrants: Session: '],
		[{ ...added, schedule: byId('next') }, '"next" is not a schedule ID'],
		[{ ...added, schedule: byId('11|2026-01-31 13:00') }, 'is not a schedule ID'],
		[{ ...added, schedule: byId('') }, 'Session is empty'],
		[{ ...added, schedule: { ...byId('={{ undefined }}'), mode: 'list' } }, 'Session is empty'],
		[{ ...added, event: 'nothing' }, 'There is no event "nothing"'],
		[
			{ ...added, event: 'sessionStarting', minutesBefore: 0 },
			'Minutes Before must be a whole number, 1 or more',
		],
	])('says why on activation: %j', async (parameters, message) => {
		const error: unknown = await stage.harness.activate(parameters).catch((reason: unknown) => reason);
		expect(error).toMatchObject({ message: expect.stringContaining(message) as string });
	});

	it('says that the host has no list of registrants', async () => {
		stage.sandbox.setRegistrantsList({ hasRegistrants: false });
		await expect(stage.harness.activate(added)).rejects.toMatchObject({
			message: 'This host offers no list of registrants',
			httpCode: '404',
		});
	});
});

describe('the lists of the trigger', () => {
	it('offer webinars, and schedules by their ID alone', async () => {
		const list = async (method: string, parameters: Parameters<Harness['run']>[0]) => {
			const { engine, credential } = stage.harness;
			return (await engine.list(method, parameters, credential, undefined, engine.triggerType)).results;
		};
		const webinars = await list('searchWebinars', added);
		expect(webinars).toHaveLength(stage.sandbox.webinars.filter(({ product }) => product === 'live').length);
		const schedules = await list('searchSchedules', { ...added, webinarId: byId(5) });
		expect(schedules.map(({ value }) => value)).toEqual(['', '51', '52', '53']);
		const [, reason] = await list('searchSchedules', { ...added, webinarId: byId('') });
		expect(reason?.name).toBe('Webinar has no value yet: run the previous nodes.');
	});
});
