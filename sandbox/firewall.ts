import type { ApiResponse } from './types';

/** What the firewall in front of the service, Cloudflare's, says (service: V for 1010). */
const refusals = {
	/** The user agent is refused. */
	1010: {
		status: 403,
		title: 'Access denied',
		detail: 'Access was blocked because of the signature of the client.',
		name: 'browser_signature_banned',
		category: 'access_denied',
	},
	/** The IP address is sending too many requests. */
	1015: {
		status: 429,
		title: 'You are being rate limited',
		detail: 'Too many requests were sent from this address.',
		name: 'rate_limited',
		category: 'rate_limit',
	},
	/** A rule of the site's owner refuses the request. */
	1020: {
		status: 403,
		title: 'Access denied',
		detail: 'A rule of the site refused the request.',
		name: 'access_denied',
		category: 'access_denied',
	},
} as const;

export interface FirewallRefusal {
	error: keyof typeof refusals;
	/** By default JSON for a client whose Accept header names JSON (R), and otherwise a page. */
	form?: 'json' | 'html' | 'text';
}

/** A value of `userAgent` in a fault: everything but a browser's user agent. The default ones of n8n, axios and node-fetch match. */
export const NO_BROWSER = /^(?!Mozilla\/5\.0 )/;

const RAY_ID = '9a1b2c3d4e5f6071';
const ERROR_PAGES =
	'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors';

/** Returns the response of the firewall. @param accept the Accept header of the request */
export function firewallResponse({ error, form }: FirewallRefusal, accept = ''): ApiResponse {
	const { status } = refusals[error];
	const headers = { server: 'cloudflare', 'cf-ray': `${RAY_ID}-FRA` };
	switch (form ?? (accept.includes('application/json') ? 'json' : 'html')) {
		case 'json':
			return { status, body: jsonOf(error), headers };
		case 'html':
			return { status, body: pageOf(error), headers };
		case 'text':
			return {
				status,
				body: `error code: ${error}`,
				headers: { ...headers, 'content-type': 'text/plain; charset=UTF-8' },
			};
	}
}

/** Service (R): these fields, recorded for 1010 at another site. */
function jsonOf(error: FirewallRefusal['error']) {
	const { status, title, detail, name, category } = refusals[error];
	return {
		type: `${ERROR_PAGES}/error-${error}/`,
		title: `Error ${error}: ${title}`,
		status,
		detail,
		instance: RAY_ID,
		error_code: error,
		error_name: name,
		error_category: category,
		ray_id: RAY_ID,
		cloudflare_error: true,
		retryable: status === 429,
		owner_action_required: status !== 429,
	};
}

function pageOf(error: FirewallRefusal['error']): string {
	const { title, detail } = refusals[error];
	return `<!DOCTYPE html>
<html lang="en-US">
<head>
<title>${title} | api.webinarjam.com used Cloudflare to restrict access</title>
<meta charset="UTF-8" />
</head>
<body>
<div id="cf-wrapper">
<h1><span>Error</span> <span>${error}</span></h1>
<h2 class="cf-subheadline">${title}</h2>
<h2>What happened?</h2>
<p>${detail}</p>
<p>Cloudflare Ray ID: <strong>${RAY_ID}</strong></p>
</div>
</body>
</html>
`;
}
