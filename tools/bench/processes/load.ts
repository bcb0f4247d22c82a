import { createRequire } from 'node:module';
import { join } from 'node:path';

import { answerQuestions } from '../child';

const requireFrom = createRequire(__filename);

/** Measures how long the built package takes to load after n8n-workflow, which n8n always loads first. */
answerQuestions(() => {
	const startedAt = performance.now();
	requireFrom('n8n-workflow');
	const hostLoaded = performance.now();
	requireFrom(join(__dirname, '../../../dist/nodes/WebinarAccount/WebinarAccount.node.js'));
	requireFrom(join(__dirname, '../../../dist/credentials/WebinarAccountApi.credentials.js'));
	return Promise.resolve({ hostMs: hostLoaded - startedAt, loadMs: performance.now() - hostLoaded });
});
