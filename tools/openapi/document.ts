import { stringify } from 'yaml';

import { API_KEY_LENGTH } from '../../nodes/WebinarAccount/service/key';
import { MAX_CALLS_PER_SECOND, VENDOR_SERVICE_URL } from '../../nodes/WebinarAccount/service/account';
import { products } from '../../nodes/WebinarAccount/service/products';
import { objects } from './answers';
import { error, errorAnswers } from './errors';
import { oneClickLink } from './oneClickLink';
import { countries } from './countries';
import { paths } from './operations';
import type { Schema } from './schema';

const ABOUT = `Unofficial. Nobody at the vendor wrote or checked this description. It joins the vendor's help pages with what public
code shows, as n8n-nodes-webinar-account reads it. Corrections are welcome there.

Every operation is a POST over TLS with a form body. The key is a form field. One key serves both products. A key needs
the vendor's approval, and trial accounts have none.

How sure each part is, is in \`x-confidence\`:

- \`documented\`: by the vendor
- \`seen\`: in several independent code bases
- \`seenOnce\`: in one
- \`assumed\`: stated nowhere

Members that are not listed may occur. Those listed as required are documented without a condition.`;

/** The OpenAPI document. */
export function openApi(): Schema {
	return {
		openapi: '3.1.0',
		info: {
			title: 'WebinarJam and EverWebinar (unofficial)',
			version: '1.0.0',
			description: ABOUT,
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: VENDOR_SERVICE_URL }],
		// The key is a form field, which a security scheme cannot express.
		security: [],
		tags: [
			...Object.values(products).map(({ displayName, shortName }) => ({
				name: displayName,
				description: `${shortName} webinars.`,
			})),
			{ name: 'Attendee', description: 'What attendees open in a browser.' },
		],
		'x-limits': {
			'x-confidence': 'documented',
			callsPerSecondAndAccount: MAX_CALLS_PER_SECOND,
			keyLength: API_KEY_LENGTH,
			approvalHours: 48,
		},
		paths: {
			...paths(),
			'/api/webinarjam/countries': countries,
			'/register/1click/{number}/{token}': oneClickLink,
		},
		components: { schemas: { ...objects, Error: error }, responses: errorAnswers },
	};
}

const HEADER = `# Generated: change tools/openapi/ or the schemas in nodes/WebinarAccount/service, and run npm run generate.\n`;

/** The document as it is stored, but for Prettier's format. A YAML 1.1 reader would take a bare Yes for true. */
export const openApiYaml = (): string =>
	HEADER + stringify(openApi(), { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 });
