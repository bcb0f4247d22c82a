import { createRequire } from 'node:module';
import { join } from 'node:path';

import { answerQuestions } from '../child';

const requireFrom = createRequire(__filename);

/** Times the loading of the built package where n8n has loaded n8n-workflow already, as it always has. */
answerQuestions(() => {
	const begun = performance.now();
	requireFrom('n8n-workflow');
	const hostLoaded = performance.now();
	requireFrom(join(__dirname, '../../dist/nodes/WebinarAccount/WebinarAccount.node.js'));
	requireFrom(join(__dirname, '../../dist/credentials/WebinarAccountApi.credentials.js'));
	return Promise.resolve({ hostMs: hostLoaded - begun, loadMs: performance.now() - hostLoaded });
});
