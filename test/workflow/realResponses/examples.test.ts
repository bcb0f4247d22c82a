import { exampleNames } from '../../support/realResponse';
import {
	errors,
	otherExamples,
	registrantLists,
	registrations,
	unsubscriptions,
	webinarLists,
	webinars,
} from './examples';

it('lists each file with a real response in a test of this folder', () => {
	const tested = [
		webinarLists,
		webinars,
		registrantLists,
		registrations,
		unsubscriptions,
		errors,
		otherExamples,
	].flat();
	expect(tested.sort()).toEqual(exampleNames.sort());
});
