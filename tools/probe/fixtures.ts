import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Evidence, type Exchange, steps } from './evidence';
import type { Verdict } from './judge';
import { scrubbed, scrubbedText } from './scrub';

/** A file of the folder that can be attached to a report. */
export interface FixtureFile {
	name: string;
	text: string;
}

/** One answer in such a file; also read by the tests, see test/fixtures. */
export interface Fixture {
	step: string;
	product: string;
	endpoint: string;
	/** The names of the parameters. */
	parameters: string[];
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** One answer of each shape, without data of anybody, and the findings. @param secrets see `scrubbed` */
export function fixtureFiles(
	evidence: Evidence,
	verdicts: readonly Verdict[],
	secrets: readonly string[],
): FixtureFile[] {
	const answers = new Map<string, string>();
	for (const exchange of evidence.exchanges) {
		const { text } = file('', fixtureOf(exchange, secrets));
		if ([...answers.values()].includes(text)) continue;
		const kind = `${exchange.product}-${exchange.step}-${exchange.status}`;
		const same = [...answers.keys()].filter((name) => name.startsWith(kind)).length;
		answers.set(same === 0 ? kind : `${kind}-${same + 1}`, text);
	}
	const findings = verdicts.map(({ id, result, seen }) => ({ id, result, seen }));
	return [
		...[...answers].map(([name, text]) => ({ name: `${name}.json`, text })),
		file('findings', findings),
	];
}

function file(name: string, content: unknown): FixtureFile {
	return { name: `${name}.json`, text: `${JSON.stringify(content, null, '\t')}\n` };
}

function fixtureOf(
	{ step, product, parameters, status, headers, body }: Exchange,
	secrets: readonly string[],
): Fixture {
	const isPage = typeof body === 'string';
	return {
		step,
		product,
		endpoint: steps[step].endpoint,
		parameters: Object.keys(parameters),
		status,
		headers: Object.fromEntries(
			Object.entries(headers)
				.filter(([name]) => /^(?:content-type|retry-after)$|rate-?limit/.test(name))
				.map(([name, value]) => [
					name,
					name === 'content-type' ? contentType(value) : scrubbedText(value, { keepWords: false }),
				]),
		),
		// A page can contain anything.
		body: isPage ? (body === '' ? '' : '(a text)') : scrubbed(body, secrets),
	};
}

function contentType(value: string): string {
	return /^(?:application\/json|text\/html|text\/plain)/.exec(value)?.[0] ?? '(another)';
}

export async function writeFixtures(folder: string, files: readonly FixtureFile[]): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const { name, text } of files) await writeFile(join(folder, name), text);
}
