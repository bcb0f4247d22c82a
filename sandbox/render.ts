import { join } from 'node:path';
import { Eta } from 'eta';

/** Everything that a template prints with `<%=` is escaped. */
const eta = new Eta({ views: join(__dirname, 'pages'), autoEscape: true, cache: true });

export type Page =
	| 'overview'
	| 'registration'
	| 'thankYou'
	| 'room'
	| 'invalidLink'
	| 'notFound'
	| 'registrants'
	| 'registrant'
	| 'unsubscribe'
	| 'confirm'
	| 'invalidForm';

export function renderPage(page: Page, data: object = {}): string {
	return eta.render(`./${page}`, data);
}
