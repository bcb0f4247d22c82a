import { products } from '../../../nodes/WebinarAccount/service/products';
import { checkHash, readWebinarReference } from '../../../nodes/WebinarAccount/webinars/read';
import { failureOf } from '../../support/failure';

describe('the value of the Webinar field', () => {
	it.each([
		['id', ' 6 ', { id: '6' }],
		['list', '123456789012345', { id: '123456789012345' }],
		['url', 'https://event.example.com/register/6/uvw1234', { id: '6', hash: 'uvw1234' }],
		['url', ' https://event.example.com/register/6/uvw1234/?a=b#c', { id: '6', hash: 'uvw1234' }],
		['url', 'https://event.example.com/register/1click/6/uvw1234?email=x', { id: '6' }],
		['url', 'https://event.example.com/register/uvw1234', { code: 'uvw1234' }],
		['url', 'https://event.example.com/register/1click/uvw1234', { code: 'uvw1234' }],
	])('as %s names a webinar: %j', (mode, value, expected) => {
		expect(readWebinarReference(mode, value)).toEqual(expected);
	});

	it.each([
		['list', ' ', 'No webinar is chosen'],
		['id', 'six', '"six" is not a webinar ID'],
		['id', '1234567890123456', '"1234567890123456" is not a webinar ID'],
		['id', 'x'.repeat(1_000_000), `"${'x'.repeat(100)}…" is not a webinar ID`],
		['url', '6', 'The address is not that of a registration page'],
		['url', 'https://event.example.com/6/live', 'The address is not that of a registration page'],
		[
			'url',
			'https://event.example.com/register/6/uvw1234/more',
			'The address is not that of a registration page',
		],
	])('as %s is refused: %#', (mode, value, message) => {
		expect(failureOf(() => readWebinarReference(mode, value)).message).toBe(message);
	});
});

describe('the address of a registration page', () => {
	const page = 'https://event.example.com/register/6/uvw1234';
	const check = (webinar: object) => checkHash(products.live, { webinar_id: 6, ...webinar }, 'uvw1234');

	it.each([
		{ webinar_hash: 'uvw1234' },
		{ webinar_hash: null },
		{},
		{ webinar_hash: 'other', registration_url: page },
	])('is that of the webinar %j', (webinar) => {
		expect(() => check(webinar)).not.toThrow();
	});

	it.each([
		{ webinar_hash: 'other' },
		{ webinar_hash: 'other', registration_url: 'https://event.example.com/register/6/other' },
		{ webinar_hash: 'other', registration_url: null },
	])('is not that of the webinar %j', (webinar) => {
		expect(() => check(webinar)).toThrow('The address belongs to another webinar');
	});
});
