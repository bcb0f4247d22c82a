import { fetch } from 'undici';

/**
 * Opens a link to the sandbox's attendee pages, and follows redirects to the last page.
 * @throws an error with the page's text if the sandbox rejects the link, because the page says why
 */
export async function openLink(link: string): Promise<{ path: string; page: string }> {
	const response = await fetch(link);
	const page = await response.text();
	if (!response.ok) throw new Error(`HTTP ${response.status}: ${textOf(page)}`);
	return { path: new URL(response.url).pathname, page };
}

/** Returns the text of a page without its markup. */
export function textOf(page: string): string {
	const [, body = page] = page.split('<body');
	return body
		.replaceAll(/<[^>]*>|^[^>]*>/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim();
}
