import { z } from 'zod/v4';

import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readAccountData } from '../../tools/probe/readAccountData';
import { createReport } from '../../tools/probe/report';
import { ServiceReader } from '../../tools/probe/serviceReader';
import { byId, useHarness } from '../support/harness';
import { probedResponses, type RealResponse, responsesOfProbe } from '../support/realResponse';
import { automated, live } from '../support/sandboxWebinars';

const harness = useHarness();

/** Returns the responses in the file that the probe of the sandbox writes. */
async function probeSandbox(): Promise<RealResponse[]> {
	harness.addRegistrants(3, live.oneSession);
	harness.addRegistrants(12, automated.everyKind);
	const { apiKey, url } = harness.sandbox;
	const account = readAccount({ apiKey, service: 'custom', baseUrl: url });
	const reader = new ServiceReader({ account, sleep: () => Promise.resolve() });
	await readAccountData(reader, { products: ['live'], webinar: String(live.oneSession) });
	await readAccountData(reader, { products: ['automated'], webinar: String(automated.everyKind) });
	// The probe also sends requests without a key.
	harness.openApi.take();
	return responsesOfProbe(JSON.parse(createReport(reader.exchanges, apiKey).json));
}

/** The operation of the node that returns one item for each entry of a response. */
const operations: Readonly<Record<string, string>> = {
	webinars: 'getAll',
	webinar: 'get',
	registrants: 'getRegistrants',
};

const entries = z.object({
	webinars: z.array(z.unknown()).default([]),
	webinar: z.unknown().optional(),
	registrants: z.object({ data: z.array(z.unknown()) }).default({ data: [] }),
});

/** Returns the number of webinars and registrants in a response. */
function countEntries({ body }: RealResponse): number {
	const { webinars, webinar, registrants } = entries.parse(body);
	return webinars.length + (webinar === undefined ? 0 : 1) + registrants.data.length;
}

/** Runs the node against a response, and returns the number of items. */
async function countItems(response: RealResponse): Promise<number> {
	const { operation = '', product, form, status, headers, body } = response;
	harness.sandbox.clearFaults();
	harness.sandbox.fail({
		kind: 'answer',
		operation: response.operation,
		product,
		times: Infinity,
		status,
		headers,
		body,
	});
	const output = await harness.getOutput({
		resource: product,
		operation: operations[operation],
		...(operation !== 'webinars' && { webinarId: byId(form.webinar_id ?? '') }),
		...(operation !== 'webinar' && { limit: 25 }),
	});
	return output.length;
}

it("returns each webinar and registrant in the probe's files from Get Many, Get and Get Registrants", async () => {
	const responses = [...probedResponses(), ...(await probeSandbox())].filter(
		({ operation = '', form: { page = '1' }, status }) =>
			status === 200 && operation in operations && page === '1',
	);
	expect(new Set(responses.map(({ path }) => path)).size).toBe(6);
	for (const response of responses) {
		const items = await countItems(response);
		expect({ about: response.about, items }).toEqual({
			about: response.about,
			items: countEntries(response),
		});
	}
});
