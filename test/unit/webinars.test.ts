import { products } from '../../nodes/WebinarAccount/service/products';
import { readWebinarReference, WebinarReader } from '../../nodes/WebinarAccount/service/webinars';
import { answeringClient } from '../support/answeringClient';

describe('the address of a registration page', () => {
	it.each([
		['https://event.example.com/register/6/uvw1234', { id: '6', hash: 'uvw1234' }],
		['https://event.example.com/register/6/uvw1234/?a=b#c', { id: '6', hash: 'uvw1234' }],
		['https://event.example.com/register/1click/6/uvw1234?email=x', { id: '6' }],
		['https://event.example.com/register/uvw1234', { code: 'uvw1234' }],
	])('names a webinar: %s', (address, expected) => {
		expect(readWebinarReference('url', address)).toEqual(expected);
	});

	const read = async (webinar: object, address: string) => {
		const reader = new WebinarReader(answeringClient(() => ({ webinar: { webinar_id: 6, ...webinar } })));
		return await reader.detail(products.live, readWebinarReference('url', address));
	};
	const page = 'https://event.example.com/register/6/uvw1234';

	it.each([
		{ webinar_hash: 'uvw1234' },
		{ webinar_hash: null },
		{},
		{ webinar_hash: 'other', registration_url: page },
	])('is that of the webinar %j', async (webinar) => {
		await expect(read(webinar, page)).resolves.toMatchObject({ webinar_id: 6 });
	});

	it.each([
		{ webinar_hash: 'other' },
		{ webinar_hash: 'other', registration_url: 'https://event.example.com/register/6/other' },
		{ webinar_hash: 'other', registration_url: null },
	])('is not that of the webinar %j', async (webinar) => {
		await expect(read(webinar, page)).rejects.toThrow('The address belongs to another webinar');
	});
});
