import express, { type Response, type Router } from 'express';
import { z } from 'zod/v4';
import type { PageParts } from './attendeePagesRouter';
import { addRegistrants } from './controls';
import { exactRouter } from './exactRouter';
import { invalidFormPage, renderPage } from './renderPage';
import { upcomingSessions } from './sessions';
import { rooms, type Account, type Registrant } from './types';
import { newestViews, registrantView } from './views';

/** Registrants on a page. */
const PER_PAGE = 100;
/** Maximum registrants that one form adds. */
const MAX_ADDED = 100_000;

const listQuery = z.object({
	search: z.string().trim().catch(''),
	page: z.coerce.number().int().min(1).catch(1),
});
const addForm = z.object({
	/** Product and ID, e.g. `live/1`. */
	webinar: z.string(),
	count: z.coerce.number().int().min(1).max(MAX_ADDED),
});
const attendForm = z.object({ room: z.enum(rooms), minutes: z.coerce.number().min(0) });
const startForm = z.object({ minutesAgo: z.coerce.number() });
const buyForm = z.object({ room: z.enum(rooms), revenue: z.coerce.number().min(0) });

/** Serves the pages on which you let registrants attend, buy and unsubscribe. They work without JavaScript. */
export function registrantPagesRouter(parts: PageParts): Router {
	const { account, registrants } = parts;
	const router = exactRouter();
	const readForm = express.urlencoded({ extended: false });

	router.get('/registrants', (request, response) => {
		const { search, page } = listQuery.parse(request.query);
		const found = registrants.all.filter((registrant) => isFoundBy(search, registrant));
		const newerPages = (page - 1) * PER_PAGE;
		const view = {
			count: found.length,
			most: MAX_ADDED,
			webinars: choices(account),
			search,
			newer: page > 1 ? pageUrl(search, page - 1) : undefined,
			older: found.length > page * PER_PAGE ? pageUrl(search, page + 1) : undefined,
			registrants: newestViews(found.slice(0, Math.max(0, found.length - newerPages)), PER_PAGE, account),
		};
		response.send(renderPage('registrants', view));
	});

	router.post('/registrants', readForm, (request, response) => {
		submit(response, '/registrants', () => {
			const { webinar, count } = addForm.parse(request.body);
			const chosen = choices(account).find(({ value }) => value === webinar);
			if (!chosen) throw new RangeError('Choose a webinar from the list.');
			addRegistrants(chosen.key, count, parts);
		});
	});

	router.get('/registrants/:id', (request, response, next) => {
		const registrant = registrants.withRowId(Number(request.params.id));
		if (!registrant) return next();
		response.send(renderPage('registrant', { registrant: registrantView(registrant, account), rooms }));
	});

	const actions: Record<string, (who: Registrant, form: unknown) => void> = {
		attend: (who, form) => {
			const { room, minutes } = attendForm.parse(form);
			who.attended[room] = Math.round(minutes * 60);
		},
		buy: (who, form) => {
			const { room, revenue } = buyForm.parse(form);
			who.purchased[room] = revenue;
		},
		start: (who, form) => (who.startsAt = account.now() - startForm.parse(form).minutesAgo * 60_000),
		unsubscribe: (who) => (who.subscribed = false),
		remove: (who) => registrants.remove(who),
	};
	for (const [name, action] of Object.entries(actions)) {
		router.post(`/registrants/:id/${name}`, readForm, (request, response, next) => {
			const registrant = registrants.withRowId(Number(request.params.id));
			if (!registrant) return next();
			const redirectTo = name === 'remove' ? '/registrants' : `/registrants/${registrant.id}`;
			submit(response, redirectTo, () => action(registrant, request.body));
		});
	}
	return router;
}

/** Applies a form, and redirects. If the form is invalid, responds with an error page. */
export function submit(response: Response, redirectTo: string, change: () => void): void {
	try {
		change();
		response.redirect(303, redirectTo);
	} catch (error) {
		if (!(error instanceof z.ZodError || error instanceof RangeError)) throw error;
		const reason = error instanceof z.ZodError ? z.prettifyError(error) : error.message;
		response.status(422).send(invalidFormPage(reason));
	}
}

/** Whether the name, the email address or an ID of a registrant contains the text. */
function isFoundBy(search: string, { firstName, lastName = '', email, leadId, userId }: Registrant): boolean {
	const text = [`${firstName} ${lastName}`, email, leadId, userId].join('\n');
	return text.toLowerCase().includes(search.toLowerCase());
}

function pageUrl(search: string, page: number): string {
	return `/registrants?${new URLSearchParams({ search, page: String(page) }).toString()}`;
}

/** Returns the webinars that have an upcoming session. */
function choices(account: Account) {
	return account.webinars
		.filter((webinar) => upcomingSessions(webinar, account.now()).length > 0)
		.map(({ product, id, name }) => ({
			key: { product, webinarId: id },
			value: `${product}/${id}`,
			text: `${id} · ${name}`,
		}));
}
