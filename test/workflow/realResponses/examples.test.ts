import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import {
	errors,
	otherExamples,
	registrantLists,
	registrations,
	unsubscriptions,
	webinarLists,
	webinars,
} from './examples';

const FOLDER = join(__dirname, '../../fixtures/reality');

it('lists each file with a real response in a test of this folder', () => {
	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
	const examples = files.map((file) => file.replace('.json', ''));
	const tested = [
		webinarLists,
		webinars,
		registrantLists,
		registrations,
		unsubscriptions,
		errors,
		otherExamples,
	].flat();
	expect(tested.sort()).toEqual(examples.sort());
});
