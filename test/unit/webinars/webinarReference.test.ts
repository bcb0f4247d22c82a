import { products } from '../../../nodes/WebinarAccount/service/products';
import { checkHash, readWebinarReference } from '../../../nodes/WebinarAccount/webinars/webinarReference';
import { failureOf } from '../../support/failure';

describe('readWebinarReference', () => {
	it.each([
		['id', ' 6 ', { id: '6' }],
		['list', '123456789012345', { id: '123456789012345' }],
		['url', ' https://event.example.com/register/6/uvw1234/?a=b#c', { id: '6', hash: 'uvw1234' }],
		['url', 'https://event.example.com/register/1click/6/uvw1234?email=x', { id: '6', hash: 'uvw1234' }],
		['url', 'https://event.example.com/register/1click/uvw1234', { code: 'uvw1234' }],
	])('reads a webinar in the mode %s from %j', (mode, value, expected) => {
		expect(readWebinarReference(mode, value)).toEqual(expected);
	});

	const NO_PAGE = 'The URL is not that of a registration page';
	it.each([
		['id', 'six', '"six" is not a webinar ID'],
		['id', '1234567890123456', '"1234567890123456" is not a webinar ID'],
		['id', 'x'.repeat(1_000_000), `"${'x'.repeat(100)}…" is not a webinar ID`],
		['url', '6', NO_PAGE],
		['url', 'https://event.example.com/register/6/uvw1234/more', NO_PAGE],
	])('rejects an invalid value in the mode %s: %#', (mode, value, message) => {
		expect(failureOf(() => readWebinarReference(mode, value)).message).toBe(message);
	});
});

describe('checkHash', () => {
	const page = 'https://event.example.com/register/6/uvw1234';

	it.each<Record<string, string | null>>([
		{ webinar_hash: null },
		{ webinar_hash: 'other', registration_url: page },
		{ registration_url: page },
	])('accepts the hash of a registration page for the webinar %j', (webinar) => {
		expect(() => checkHash(products.live, { webinar_id: 6, ...webinar }, 'uvw1234')).not.toThrow();
	});

	it.each<Record<string, string | null>>([
		{ registration_url: `${page}5` },
		{ webinar_hash: 'other', registration_url: `${page}5` },
		{ webinar_hash: 'other', registration_url: null },
	])('rejects the hash of a registration page of another webinar: %j', (webinar) => {
		expect(() => checkHash(products.live, { webinar_id: 6, ...webinar }, 'uvw1234')).toThrow(
			'The URL belongs to another webinar',
		);
	});
});
