import type { RequestHandler, Router } from 'express';
import { exactRouter } from './exactRouter';
import type { Faults } from './faults';
import { bookingOfLink, InvalidLink } from './bookingOfLink';
import { webinarView } from './views';
import { webinarOf, type Registrants } from './registrants';
import { renderPage } from './renderPage';
import { rooms, type Account, type Registrant, type Room, type Webinar } from './types';
import { registrationPage, thankYouUrl } from './responseParts';

export interface PageParts {
	account: Account;
	registrants: Registrants;
	faults: Faults;
}

const roomNames: Record<Room, string> = { live: 'Live room', replay: 'Replay room' };

/** Serves the pages that attendees see. */
export function attendeePagesRouter({ account, registrants }: PageParts): Router {
	const router = exactRouter();

	/** Registers the person in a one-click link. Each webinar takes both shapes of links. */
	const register: RequestHandler<{ webinarId?: string; hash: string }> = (request, response) => {
		const query = request.originalUrl.split('?').slice(1).join('?');
		try {
			const registrant = registrants.add(bookingOfLink({ ...request.params, query }, account));
			response.redirect(302, thankYouUrl(registrant, account.url));
		} catch (error) {
			if (!(error instanceof InvalidLink)) throw error;
			response
				.status(422)
				.send(renderPage('message', { title: 'Nobody was registered', lines: [error.message] }));
		}
	};
	router.get('/register/1click/:webinarId/:hash', register);
	router.get('/register/:hash/1click', register);
	router.get('/:segment/register/:hash/1click', register);

	for (const path of ['/register/:webinarId/:hash', '/:segment/register/:hash']) {
		router.get(path, (request, response, next) => {
			const page = account.url + request.path;
			const webinar = account.webinars.find((each) => registrationPage(each, account.url) === page);
			if (!webinar) return next();
			response.send(renderPage('registration', { webinar: webinarView(webinar, account) }));
		});
	}

	/** Serves a page with the registrant's token in its URL. */
	const personalPage =
		(view: (who: Registrant, webinar: Webinar) => object): RequestHandler<{ token: string }> =>
		({ params }, response, next) => {
			const who = registrants.withToken(params.token);
			const webinar = who && webinarOf(who, account.webinars);
			if (!webinar) return next();
			response.send(renderPage('message', view(who, webinar)));
		};
	router.get(
		'/thank-you/:token',
		personalPage((who, webinar) => ({
			title: `Thank you, ${who.firstName}!`,
			lines: [`You are registered for ${webinar.title}.`, ...who.sessions, who.timezone, who.email],
			...(!who.confirmed && { confirm: `/confirm/${who.token}` }),
			access: `${account.url}/room/live/${who.token}`,
		})),
	);
	router.get(
		'/confirm/:token',
		personalPage(({ confirmed, email }) =>
			confirmed
				? { title: 'You are confirmed', lines: [email] }
				: {
						title: 'Confirm your registration',
						lines: [`The service sends this link by email to ${email}, who is in no list before it is used.`],
						button: 'Confirm',
					},
		),
	);
	router.get(
		'/unsubscribe/:token',
		personalPage(({ subscribed, email }) =>
			subscribed
				? { title: 'Unsubscribe', lines: [`${email} gets emails about this webinar.`], button: 'Unsubscribe' }
				: { title: 'You are unsubscribed', lines: [`${email} gets no more emails about this webinar.`] },
		),
	);
	const changes = { confirm: { confirmed: true }, unsubscribe: { subscribed: false } };
	for (const [action, change] of Object.entries(changes)) {
		router.post(`/${action}/:token`, (request, response, next) => {
			const who = registrants.withToken(request.params.token);
			if (!who) return next();
			Object.assign(who, change);
			response.redirect(303, request.originalUrl);
		});
	}

	for (const room of rooms) {
		router.get(
			`/room/${room}/:token`,
			personalPage(({ firstName, date, timezone }, { title }) => ({
				title: roomNames[room],
				lines: [title, `Welcome, ${firstName}. Your session: ${date}, ${timezone}.`],
			})),
		);
		router.get(`/go/${room}/:id/:code`, ({ params }, response, next) => {
			const webinar = account.webinars.find(({ hash }) => params.code.startsWith(hash));
			if (!webinar) return next();
			response.send(
				renderPage('message', { title: roomNames[room], lines: [webinar.title, 'Without a registrant.'] }),
			);
		});
	}
	return router;
}
