import type { ServerResponse } from 'node:http';

import type { SkippingClock } from '../support/skippingClock';
import type { Hosts } from './startHosts';

export interface Surroundings {
	hosts: Hosts;
	clock: SkippingClock;
	apiKey: string;
}

/** Writes a response in place of the service. @param body the body that the service would send */
export type ResponseWriter = (response: ServerResponse, body: string, surroundings: Surroundings) => void;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns a body that can be cut, in place of the empty one of Unsubscribe. */
function nonEmpty(body: string): string {
	return body === '' ? '{"status":"success"}' : body;
}

/** Returns a writer that sends a changed body. */
export function sendBody(
	change: (body: string, surroundings: Surroundings) => string,
	status = 200,
): ResponseWriter {
	return (response, body, surroundings) => {
		response.writeHead(status, { 'content-type': JSON_TYPE });
		response.end(change(nonEmpty(body), surroundings));
	};
}

/** Sends the first half of the body, and resets the connection. */
export const resetWithinResponse: ResponseWriter = (response, correctBody) => {
	const body = nonEmpty(correctBody);
	response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.length });
	response.write(body.slice(0, body.length / 2), () => response.socket?.resetAndDestroy());
};

/** Sends nothing until the node gives up. */
export const sendNothing: ResponseWriter = ({ socket }, _body, { clock }) =>
	clock.givenUp(clock.callFrom(socket?.remotePort));

/** Adds the API key beside each ID: in plain JSON, in PHP's JSON, in a URL, and as the name of a field. */
export const repeatKey = sendBody((body, { apiKey }) => {
	const json = JSON.stringify(apiKey);
	const url = `https://api.example.com/?api_key=${encodeURIComponent(apiKey)}&page=2`;
	const fields = [
		`"echo_plain":${json},`,
		`"echo_php":${json.replaceAll('/', '\\/')},`,
		`"echo_url":"${url}",`,
		`${json}:1,`,
	].join('');
	return body.replaceAll(/"(?:webinar_id|lead_id)":/g, (name) => fields + name);
});
