import fc from 'fast-check';

import { explain } from '../../nodes/WebinarAccount/fields/nodeError';
import { operations } from '../../nodes/WebinarAccount/operations';
import { readFlag, simplified } from '../../nodes/WebinarAccount/registrants/simplify';
import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readResponse } from '../../nodes/WebinarAccount/service/response';
import { endpoints, type EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import { ServiceError } from '../../nodes/WebinarAccount/service/errors';
import { customFieldsOf } from '../../nodes/WebinarAccount/webinars/customFields';
import { EST } from '../../nodes/WebinarAccount/webinars/dates';
import { cpuMs } from '../support/cpuTime';
import { Harness } from '../support/harness';
import { report } from '../support/progress';
import { bodyOf, type HostileAnswer, hostileAnswer, isValid } from './hostileAnswers';
import { RUNS, SEED, TEST_TIMEOUT_MS } from './settings';
import { expectReadable, expectUntouchedPrototypes } from './soundness';
import { takeValidAnswers, type ValidAnswers } from './validAnswers';

const STATUSES = [
	201, 204, 299, 300, 302, 399, 400, 401, 403, 404, 405, 413, 422, 451, 500, 502, 503, 599, 999,
];
const account = readAccount({ apiKey: 'key', service: 'webinarJam' });

/** Everything that is done with an answer's content before it becomes an output. */
function read(name: EndpointName, statusCode: number, body: string): unknown {
	if (name === 'webinar') {
		const { webinar } = readResponse(name, { statusCode, body }, account);
		return [webinar, customFieldsOf(webinar)];
	}
	if (name === 'registrants') {
		const { rows } = readResponse(name, { statusCode, body }, account).registrants;
		return rows.map((row) => [simplified(row, EST), Object.values(row).map(readFlag)]);
	}
	return readResponse(name, { statusCode, body }, account);
}

describe(`reading answers of any kind (seed ${SEED})`, () => {
	let harness: Harness;
	let valid: ValidAnswers;

	beforeAll(async () => {
		harness = await Harness.start({ at: Date.UTC(2026, 2, 1, 12) });
		valid = await takeValidAnswers(harness);
	});
	afterAll(async () => {
		expectUntouchedPrototypes();
		await harness.stop();
	});

	const check = (name: EndpointName, answer: HostileAnswer) => {
		// n8n's request helper hands over a text.
		const body = bodyOf(answer, valid.automated[name], 1).toString('utf8');
		try {
			let text: unknown;
			// Far more than the longest takes, and far less than what grows faster than its size.
			expect(cpuMs(() => (text = JSON.stringify(read(name, answer.status, body))))).toBeLessThan(2000);
			expect(typeof text).toBe('string');
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			if (isValid(answer)) throw error;
			const { message, description } = error;
			expectReadable(message);
			expectReadable(description);
			const told = operations.flatMap(({ fields }) => Object.values(explain(error, fields)));
			expect(told.join(' ')).not.toMatch(/\[object |\bundefined\b/);
		}
	};

	it.each(Object.keys(endpoints))(
		'gives what is typed, or says what is wrong: %s',
		(endpoint) => {
			const name = Object.keys(valid.live).find((each): each is EndpointName => each === endpoint);
			if (!name) throw new Error('There is no valid answer');
			let done = 0;
			fc.assert(
				fc.property(hostileAnswer(STATUSES), (answer) => {
					check(name, answer);
					report(++done, RUNS);
				}),
				{ seed: SEED, numRuns: RUNS },
			);
		},
		TEST_TIMEOUT_MS,
	);
});
