import { readWebinarReference, webinarOfUrl } from '../../../nodes/WebinarAccount/webinars/webinars';
import { failureOf } from '../../support/failure';

describe('readWebinarReference', () => {
	it.each([
		{ mode: 'id', value: '6', expected: { id: '6' } },
		{ mode: 'list', value: '123456789012345', expected: { id: '123456789012345' } },
		{
			mode: 'url',
			value: 'https://event.example.com/register/6/uvw1234/?a=b#c',
			expected: { hash: 'uvw1234' },
		},
		{
			mode: 'url',
			value: 'https://event.example.com/register/1click/6/uvw1234?email=x',
			expected: { hash: 'uvw1234' },
		},
		{
			mode: 'url',
			value: 'https://event.example.com/gyywz/register/088v6bgy?a=b',
			expected: { hash: '088v6bgy' },
		},
		{
			mode: 'url',
			value: 'https://event.example.com/register/gyywz/088v6bgy',
			expected: { hash: '088v6bgy' },
		},
		{
			mode: 'url',
			value: 'https://event.example.com/k50n24/go/live/pkz936i4fgs6sq?x=1',
			expected: { roomCode: 'pkz936i4fgs6sq' },
		},
		{
			mode: 'url',
			value: 'https://event.example.com/go/replay/14/c8q1z4nbx7q2/',
			expected: { roomCode: 'c8q1z4nbx7q2' },
		},
	])('reads a webinar from "$value" in the mode $mode', ({ mode, value, expected }) => {
		expect(readWebinarReference({ mode, value })).toEqual(expected);
	});

	const NO_PAGE = 'The URL does not lead to a registration page';
	it.each([
		{ mode: 'id', value: 'six', message: '"six" is not a webinar ID' },
		{ mode: 'id', value: '0', message: '"0" is not a webinar ID' },
		{ mode: 'id', value: '1234567890123456', message: '"1234567890123456" is not a webinar ID' },
		{ mode: 'id', value: 'x'.repeat(1_000_000), message: `"${'x'.repeat(100)}…" is not a webinar ID` },
		{ mode: 'url', value: '6', message: NO_PAGE },
		{ mode: 'url', value: 'https://event.example.com/go/live', message: NO_PAGE },
		{
			mode: 'url',
			value: 'https://event.example.com/7vm64/live/abcdefghijklmnopqrstuvwx?webinar_id=238',
			message: NO_PAGE,
		},
		{ mode: 'url', value: 'https://event.example.com/register/6/uvw1234/more', message: NO_PAGE },
	])('rejects an invalid value in the mode $mode: $message', ({ mode, value, message }) => {
		expect(failureOf(() => readWebinarReference({ mode, value })).message).toBe(message);
	});

	it('says where to find a webinar ID if the value is none', () => {
		expect(failureOf(() => readWebinarReference({ mode: 'id', value: 'onboarding' }))).toMatchObject({
			description:
				'A webinar ID is a number. Choose the webinar from the list, or find its ID in the output of Get Many.',
		});
	});
});

describe('webinarOfUrl', () => {
	const webinars = [
		{ webinar_id: 1, webinar_hash: 'kvn1042' },
		{ webinar_id: 2, webinar_hash: 'kvn1042fg' },
		{ webinar_id: 3, webinar_hash: '' },
	];
	const NO_WEBINAR = 'The URL belongs to no live webinar of the account';

	it("finds the webinar whose hash ends a registration page's URL, not one whose hash is its beginning", () => {
		expect(webinarOfUrl(webinars, { hash: 'kvn1042fg' }, 'live webinar').webinar_id).toBe(2);
		const find = () => webinarOfUrl(webinars, { hash: 'kvn1042f' }, 'live webinar');
		expect(failureOf(find).message).toBe(NO_WEBINAR);
	});

	it('finds the webinar whose hash begins the code of a room', () => {
		expect(webinarOfUrl(webinars, { roomCode: 'kvn1042s6sq' }, 'live webinar').webinar_id).toBe(1);
	});

	it('finds no webinar if the code of a room begins with the hashes of two', () => {
		const find = () => webinarOfUrl(webinars, { roomCode: 'kvn1042fgs6sq' }, 'live webinar');
		expect(failureOf(find).message).toBe(NO_WEBINAR);
	});
});
