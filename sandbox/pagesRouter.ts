import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { z } from 'zod/v4';
import { attendeePagesRouter, type PageParts } from './attendeePagesRouter';
import { exactRouter } from './exactRouter';
import { addSession, publish } from './controls';
import { overview } from './views';
import { faultNames, namedFaults } from './namedFaults';
import { registrantPagesRouter, submit } from './registrantPagesRouter';
import { invalidFormPage, notFoundPage, renderPage } from './renderPage';
import { ifUnreadable } from './operationRequest';
import { products } from './types';

/** The empty name switches all faults off. */
const faultForm = z.object({ name: z.enum(['', ...faultNames]) });
const sessionForm = z.object({ webinarId: z.coerce.number(), minutesAgo: z.coerce.number().int() });

/** Serves all pages. The rate limit of the API does not apply to them. */
export function pagesRouter(parts: PageParts): Router {
	const router = exactRouter();
	const readForm = express.urlencoded({ extended: false });
	router.get('/', (_request, response) => {
		response.send(renderPage('overview', overview(parts.account, parts.registrants.all, parts.faults)));
	});
	router.post('/faults', readForm, (request, response) => {
		submit(response, '/', () => {
			const { name } = faultForm.parse(request.body);
			parts.faults.clear();
			if (name !== '') parts.faults.add(namedFaults[name].fault);
		});
	});
	for (const product of products) {
		router.post(`/${product}/publish`, (_request, response) => {
			publish(product, parts.account);
			response.redirect(303, '/');
		});
		router.post(`/${product}/sessions`, readForm, (request, response) => {
			submit(response, '/', () => {
				const { webinarId, minutesAgo } = sessionForm.parse(request.body);
				addSession({ product, webinarId }, minutesAgo, parts.account);
			});
		});
	}
	router.use(registrantPagesRouter(parts), attendeePagesRouter(parts));
	return router;
}

/** Responds to an unknown path with 404 and an HTML page (service: V). */
export const notFound: RequestHandler = (_request, response) => {
	response.status(404).send(notFoundPage());
};

/** Responds with 404 to a path that cannot be decoded. Other errors are bugs of the sandbox. */
export const undecodablePath: ErrorRequestHandler = (error: unknown, request, response, next) => {
	return error instanceof URIError ? notFound(request, response, next) : next(error);
};

export const unreadableForm = ifUnreadable((response) =>
	response.status(422).send(invalidFormPage('The form cannot be read.')),
);
