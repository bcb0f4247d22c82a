// Checks the subjects of commits: at most 72 characters, without a full stop (CONTRIBUTING.md, "Commits").
import { execFileSync } from 'node:child_process';

const MAX_LENGTH = 72;

/** The rule applies to commits from this day on. */
const SINCE = '2026-11-24T09:00:00Z';

const log = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%h %s'], {
	encoding: 'utf8',
});
const problems = log
	.split('\n')
	.filter(Boolean)
	.flatMap((line) => {
		const subject = line.slice(line.indexOf(' ') + 1);
		if (subject.length > MAX_LENGTH) return [`${line}: longer than ${MAX_LENGTH} characters`];
		return subject.endsWith('.') ? [`${line}: ends with a full stop`] : [];
	});
if (problems.length > 0) {
	console.error(problems.join('\n'));
	process.exitCode = 1;
}
