import { join } from 'node:path';
import { Eta } from 'eta';

/** Escapes everything that a template prints with `<%=`. */
const eta = new Eta({ views: join(__dirname, 'pages'), autoEscape: true, cache: true });

export type Page = 'overview' | 'registration' | 'registrants' | 'registrant' | 'message';

export function renderPage(page: Page, data: object): string {
	return eta.render(`./${page}`, data);
}

export const notFoundPage = () => renderPage('message', { title: 'There is no such page', lines: [] });

export const invalidFormPage = (reason: string) =>
	renderPage('message', { title: 'This is not possible', lines: [reason] });
