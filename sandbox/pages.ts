import express, { type ErrorRequestHandler, type RequestHandler, type Response, type Router } from 'express';
import { bookingOf, LinkRefusal, type OneClickLink } from './oneClick';
import { overview, webinarView } from './overview';
import { webinarOf, type Registrants } from './registrants';
import { renderPage } from './render';
import type { Account } from './types';
import { thankYouUrl } from './wire';

interface PageParts {
	account: Account;
	registrants: Registrants;
}

/** The pages that people see. The limit of the API does not apply to them. */
export function pagesRouter({ account, registrants }: PageParts): Router {
	const router = express.Router();

	router.get('/', (_request, response) => {
		response.send(renderPage('overview', overview(account, registrants.all)));
	});

	router.get('/register/1click/:webinarId/:hash', (request, response) => {
		const { webinarId, hash } = request.params;
		const query = request.originalUrl.split('?').slice(1).join('?');
		register({ webinarId, hash, query }, response);
	});

	router.get('/register/:webinarId/:hash', (request, response, next) => {
		const { webinarId, hash } = request.params;
		const webinar = account.webinars.find(({ id, hash: own }) => String(id) === webinarId && own === hash);
		if (!webinar) return next();
		response.send(renderPage('registration', { webinar: webinarView(webinar, account) }));
	});

	router.get('/thank-you/:token', (request, response, next) => {
		const registrant = registrants.withToken(request.params.token);
		const webinar = registrant && webinarOf(registrant, account.webinars);
		if (!webinar) return next();
		const accessUrl = `${account.url}/room/live/${registrant.token}`;
		response.send(renderPage('thankYou', { registrant, webinar, accessUrl }));
	});

	for (const room of ['live', 'replay'] as const) {
		router.get(`/room/${room}/:token`, (request, response, next) => {
			const { token } = request.params;
			const registrant = registrants.withToken(token);
			const webinar = registrant
				? webinarOf(registrant, account.webinars)
				: account.webinars.find(({ hash }) => hash === token);
			if (!webinar) return next();
			response.send(renderPage('room', { room, registrant, webinar }));
		});
	}

	function register(link: OneClickLink, response: Response): void {
		try {
			const registrant = registrants.add(bookingOf(link, account));
			response.redirect(302, thankYouUrl(registrant, account.url));
		} catch (error) {
			if (!(error instanceof LinkRefusal)) throw error;
			response.status(422).send(renderPage('linkRefused', { reason: error.message }));
		}
	}

	return router;
}

export const notFound: RequestHandler = (_request, response) => {
	response.status(404).send(renderPage('notFound'));
};

/** An address whose path cannot be decoded leads nowhere either. Anything else is a fault of the sandbox. */
export const undecodableAddress: ErrorRequestHandler = (error: unknown, request, response, next) => {
	return error instanceof URIError ? notFound(request, response, next) : next(error);
};
