import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { z } from 'zod/v4';

import { type EndpointName, endpoints } from '../../../nodes/WebinarAccount/service/endpoints';
import { Child } from '../child';
import { type LargeAnswer, shapes } from './shapes';

const SIZES = [100_000, 1_000_000, 3_900_000];

const OPERATIONS: Readonly<Record<EndpointName, string>> = {
	webinars: 'getAll',
	webinar: 'get',
	register: 'register',
	registrants: 'getRegistrants',
	unsubscribe: 'unsubscribe',
};

const measured = z.object({ holdMs: z.number(), megabytes: z.number() });

/** The webinar that Register reads first. */
const WEBINAR = {
	webinar_id: 1,
	timezone: 'UTC',
	schedules: [{ date: '2099-01-01 12:00', schedule: 11, comment: 'Once' }],
};

/** Prints, for each endpoint and shape: the longest hold of the event loop, and the memory, at three sizes. */
export async function answersCommand(): Promise<void> {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	let large: { endpoint: string; answer: LargeAnswer } | undefined;
	server.on('request', (request, response) => {
		void text(request).then(() => {
			const isLarge = request.url?.endsWith(`/${large?.endpoint}`);
			const { statusCode, body } = (isLarge && large?.answer) || {
				statusCode: 200,
				body: JSON.stringify({ status: 'success', webinar: WEBINAR }),
			};
			response.writeHead(statusCode, { 'content-type': 'application/json' }).end(body);
		});
	});

	console.log('| Answer | Endpoint | 0.1 MB | 1 MB | 3.9 MB |\n| --- | --- | --- | --- | --- |');
	for (const [name, shape] of Object.entries(shapes)) {
		for (const [endpoint, { path }] of Object.entries(endpoints)) {
			if (!isEndpoint(endpoint)) continue;
			const child = Child.start('answers', ['--expose-gc']);
			const cells: string[] = [];
			for (const bytes of SIZES) {
				large = { endpoint: path, answer: shape(endpoint, bytes) };
				const { holdMs, megabytes } = measured.parse(
					await child.ask({ operation: OPERATIONS[endpoint], url }),
				);
				cells.push(`${holdMs.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`);
			}
			await child.stop();
			console.log(`| ${[name, endpoint, ...cells].join(' | ')} |`);
		}
	}
	server.close();
}

function isEndpoint(name: string): name is EndpointName {
	return name in endpoints;
}
