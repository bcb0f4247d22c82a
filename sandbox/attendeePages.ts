import express, { type Response, type Router } from 'express';
import { bookingOf, InvalidLink, type OneClickLink } from './oneClick';
import { webinarView } from './overview';
import { webinarOf, type Registrants } from './registrants';
import { renderPage } from './render';
import { rooms, type Account } from './types';
import { thankYouUrl } from './wire';

export interface PageParts {
	account: Account;
	registrants: Registrants;
}

/** The pages that attendees see. */
export function attendeePagesRouter(parts: PageParts): Router {
	const router = express.Router();
	addRegistrationPages(router, parts);
	addPersonalPages(router, parts);
	addRooms(router, parts);
	return router;
}

function addRegistrationPages(router: Router, { account, registrants }: PageParts): void {
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

	function register(link: OneClickLink, response: Response): void {
		try {
			const registrant = registrants.add(bookingOf(link, account));
			response.redirect(302, thankYouUrl(registrant, account.url));
		} catch (error) {
			if (!(error instanceof InvalidLink)) throw error;
			response.status(422).send(renderPage('invalidLink', { reason: error.message }));
		}
	}
}

function addPersonalPages(router: Router, { account, registrants }: PageParts): void {
	router.get('/thank-you/:token', (request, response, next) => {
		const registrant = registrants.withToken(request.params.token);
		const webinar = registrant && webinarOf(registrant, account.webinars);
		if (!webinar) return next();
		const accessUrl = `${account.url}/room/live/${registrant.token}`;
		response.send(renderPage('thankYou', { registrant, webinar, accessUrl }));
	});

	router.get('/confirm/:token', (request, response, next) => {
		const registrant = registrants.withToken(request.params.token);
		if (!registrant) return next();
		response.send(renderPage('confirm', { registrant }));
	});

	router.post('/confirm/:token', (request, response, next) => {
		const registrant = registrants.withToken(request.params.token);
		if (!registrant) return next();
		registrants.confirm(registrant);
		response.redirect(303, request.originalUrl);
	});

	router.get('/unsubscribe/:token', (request, response, next) => {
		const registrant = registrants.withToken(request.params.token);
		if (!registrant) return next();
		response.send(renderPage('unsubscribe', { registrant }));
	});

	router.post('/unsubscribe/:token', (request, response, next) => {
		const registrant = registrants.withToken(request.params.token);
		if (!registrant) return next();
		registrants.unsubscribe(registrant);
		response.redirect(303, request.originalUrl);
	});
}

function addRooms(router: Router, { account, registrants }: PageParts): void {
	for (const room of rooms) {
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
}
