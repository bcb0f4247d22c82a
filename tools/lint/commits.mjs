// Checks that the subjects of commits have at most 72 characters (CONTRIBUTING.md, "Commits").
import { execFileSync } from 'node:child_process';

const MAX_LENGTH = 72;

/** The rule applies to commits from this day on. */
const SINCE = '2026-11-24T09:00:00Z';

const log = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%s'], {
	encoding: 'utf8',
});
const tooLong = log.split('\n').filter((subject) => subject.length > MAX_LENGTH);
if (tooLong.length > 0) {
	console.error(['Too long:', ...tooLong].join('\n'));
	process.exitCode = 1;
}
