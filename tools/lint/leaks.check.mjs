// Checks that each rule of leaks.mjs accepts its valid examples and reports its invalid ones.
import { RuleTester } from 'eslint';

import { rules } from './leaks.mjs';

const examples = {
	'named-state': {
		valid: [
			"const WORDS = new Set(['a']);",
			'const lists = new Readings();',
			'const limiters = new Map();',
			'const pattern = new RegExp(text);',
		],
		invalid: ['const seen = new Set();', 'export const cache = new Map();', 'let last;'],
	},
	'bounded-loops': {
		valid: ['while (pages.length < last) read();', 'class Limiter { send() { for (;;) wait(); } }'],
		invalid: ['function poll() { for (;;) read(); }', 'while (true) read();', 'do read(); while (true);'],
	},
	'removed-listeners': {
		valid: [
			"function wait() { signal.addEventListener('abort', end); signal.removeEventListener('abort', end); }",
			"AbortSignal.timeout(5).addEventListener('abort', end);",
		],
		invalid: ["function wait() { signal.addEventListener('abort', end); }", "process.on('exit', end);"],
	},
};

const tester = new RuleTester();
for (const [name, { valid, invalid }] of Object.entries(examples)) {
	tester.run(name, rules[name], { valid, invalid: invalid.map((code) => ({ code, errors: 1 })) });
}
