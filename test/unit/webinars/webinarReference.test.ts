import { products } from '../../../nodes/WebinarAccount/service/products';
import { checkHash, readWebinarReference } from '../../../nodes/WebinarAccount/webinars/webinarReference';
import { failureOf } from '../../support/failure';

describe('the value of the Webinar field', () => {
	it.each([
		['id', ' 6 ', { id: '6' }],
		['list', '123456789012345', { id: '123456789012345' }],
		['url', ' https://event.example.com/register/6/uvw1234/?a=b#c', { id: '6', hash: 'uvw1234' }],
		['url', 'https://event.example.com/register/1click/6/uvw1234?email=x', { id: '6', hash: 'uvw1234' }],
		['url', 'https://event.example.com/register/1click/uvw1234', { code: 'uvw1234' }],
	])('as %s names a webinar: %j', (mode, value, expected) => {
		expect(readWebinarReference(mode, value)).toEqual(expected);
	});

	const NO_PAGE = 'The URL is not that of a registration page';
	it.each([
		['id', 'six', '"six" is not a webinar ID'],
		['id', '1234567890123456', '"1234567890123456" is not a webinar ID'],
		['id', 'x'.repeat(1_000_000), `"${'x'.repeat(100)}…" is not a webinar ID`],
		['url', '6', NO_PAGE],
		['url', 'https://event.example.com/register/6/uvw1234/more', NO_PAGE],
	])('as %s is refused: %#', (mode, value, message) => {
		expect(failureOf(() => readWebinarReference(mode, value)).message).toBe(message);
	});
});

describe('the address of a registration page', () => {
	const page = 'https://event.example.com/register/6/uvw1234';

	it.each([
		[{ webinar_hash: null }, true],
		[{ webinar_hash: 'other', registration_url: page }, true],
		[{ registration_url: page }, true],
		[{ registration_url: `${page}5` }, false],
		[{ webinar_hash: 'other', registration_url: `${page}5` }, false],
		[{ webinar_hash: 'other', registration_url: null }, false],
	])('is that of the webinar %j: %s', (webinar, isIts) => {
		const check = () => checkHash(products.live, { webinar_id: 6, ...webinar }, 'uvw1234');
		if (isIts) expect(check).not.toThrow();
		else expect(check).toThrow('The URL belongs to another webinar');
	});
});
