import { useHarness } from '../../support/harness';
import { realResponse } from '../../support/realResponse';
import { casesOf, DAY_OF_EXAMPLES, type ForEach, webinarLists } from './examples';

const harness = useHarness({ at: DAY_OF_EXAMPLES });

type Example = (typeof webinarLists)[number];

/** Lets the service list the webinars of an example, and returns the resource that lists them. */
function respondWith(example: Example) {
	harness.respondLikeReality(example);
	return { resource: realResponse(example).product };
}

const typesInGetMany: ForEach<Example, Array<[webinarId: number, type: string | null]>> = {
	'live-webinars': [
		[1231, 'Single presentation'],
		[1229, null],
		[1228, 'Series of presentations'],
		[46, 'Always on'],
		[45, 'Right now'],
		[2, 'Single presentation'],
	],
	'live-webinars-long-dates': [
		[53, 'Single presentation'],
		[54, null],
		[55, 'Right now'],
	],
	'automated-webinars': [
		[13, null],
		[7, null],
		[5, null],
	],
};

it.each(casesOf(webinarLists, typesInGetMany))(
	'returns real webinars with their types from Get Many: %s',
	async (example, expected) => {
		const webinars = await harness.getOutput({ ...respondWith(example), operation: 'getAll' });
		expect(webinars.map(({ webinar_id, type = null }) => [webinar_id, type])).toEqual(expected);
	},
);

const namesInList: ForEach<Example, string[]> = {
	'live-webinars': [
		'Atelier juin · over · ID 1231',
		'Two evenings · Thu 17 Dec 2026 14:00 · ID 1229',
		'Weekly class · Every day, 09:00 AM · ID 1228',
		'Open house · Always on · ID 46',
		'Now · Right now · ID 45',
		'Bot Webinar · no session · ID 2',
	],
	'live-webinars-long-dates': [
		'Spring class · over · ID 53',
		'Winter class · Tue 1 Dec 2026 16:00 · ID 54',
		'Live today · Right now · ID 55',
	],
	'automated-webinars': [
		'Masterclass · Every day, 08:30 PM · ID 13',
		'Bot Webinar evergreen · Just in time · ID 7',
		'On demand · no date · ID 5',
	],
};

it.each(casesOf(webinarLists, namesInList))(
	"shows each real webinar's next date, or its schedule's text, in the editor's webinar list: %s",
	async (example, expected) => {
		const entries = await harness.loadChoices('searchWebinars', respondWith(example));
		expect(entries.map(({ name }) => name)).toEqual(expected);
	},
);

const publishedAfterFirstPoll: ForEach<Example, number[]> = {
	'live-webinars': [1231, 1229, 1228, 46, 45, 2],
	'live-webinars-long-dates': [53, 54, 55],
	'automated-webinars': [13, 7, 5],
};

it.each(casesOf(webinarLists, publishedAfterFirstPoll))(
	'reports each real webinar once if it was published after the first poll: %s',
	async (example, expected) => {
		harness.respondWith('webinars', { webinars: [] });
		const { product: resource } = realResponse(example);
		const trigger = await harness.activate({ resource, event: 'webinarPublished' });
		harness.sandbox.clearFaults();
		respondWith(example);
		const published = await trigger.poll();
		expect(published.map(({ json }) => json.webinar_id)).toEqual(expect.arrayContaining(expected));
		expect(published).toHaveLength(expected.length);
		expect(await trigger.poll()).toEqual([]);
	},
);
