import { fetch, FormData, type Response } from 'undici';
import waitFor from 'p-wait-for';
import { z } from 'zod/v4';

const ANSWERED_WITHIN_MS = 60_000;

const accepted = z.object({ formWaitingUrl: z.string() });

/**
 * Fills in the first page of a form of n8n, as its page does, and waits for the next one.
 * @param values the values of its fields, in their order; a list for checkboxes
 * @returns the address of the next page
 */
export async function fillIn(url: string, values: ReadonlyArray<string | string[]>): Promise<string> {
	const answer = await send(url, values);
	const { formWaitingUrl } = accepted.parse(await answer.json());
	await answered(formWaitingUrl);
	return formWaitingUrl;
}

/** Waits until the next page is there. */
export async function answered(url: string): Promise<void> {
	const status = async () => (await fetch(`${url}/n8n-execution-status`)).text();
	await waitFor(async () => (await status()) !== 'running', { interval: 100, timeout: ANSWERED_WITHIN_MS });
}

/** Sends the values of a page, as anybody can do, whatever the page offers. */
export async function send(url: string, values: ReadonlyArray<string | string[]>): Promise<Response> {
	const body = new FormData();
	for (const [index, value] of values.entries()) {
		body.append(`field-${index}`, typeof value === 'string' ? value : JSON.stringify(value));
	}
	return await fetch(url, { method: 'POST', body });
}

export async function pageAt(url: string): Promise<string> {
	return await (await fetch(url)).text();
}
