// Checks US spelling and phrases in docs, recipes, comments, and texts in code.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { spellCheckDocument } from 'cspell-lib';
import ts from 'typescript';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');

/** Phrases that CONTRIBUTING.md ("How to write") replaces, with what to write instead. */
const PHRASES = [
	[/\bas it is(?=[.,;:]|$)/gm, 'unchanged'],
	[/\bread anew\b/g, 'read again'],
	[/\ba list (?:of|with) one\b/g, 'a single entry'],
	[/\bof (?:its|their|your) own\b/g, 'own'],
	[/\bso many\b/g, 'this many, or the number with its unit'],
	[/\b(?:comes?|came|occurs?) twice\b/g, 'duplicate'],
	[/\bstands? for\b/g, 'means, or represents'],
	[/\b(?:is|are|was|were) told\b/g, 'the error says, or the log has'],
	[/\bWhoever\b/g, 'a sentence with a noun as its subject'],
	[/\bmembers?\b/g, 'field'],
	[/\bservice(?:'s)? answers?\b/g, 'response'],
	[/\bmerge tags?\b/gi, 'merge field'],
	[/\blist of (?:the )?registrants\b/g, 'registrant list'],
	[/\bis neither\b[^.]*\bnor\b/g, 'must be'],
	[/\bcancelled\b/gi, 'canceled'],
];

const spellingSettings = {
	version: '0.2',
	language: 'en-US',
	words: readFileSync(join(HERE, 'words.txt'), 'utf8').split('\n').filter(Boolean),
	ignoreRegExpList: ['Urls', 'Email', '/\\b[0-9a-f]{7,}\\b/g', '/%[0-9A-F]{2}/g', '/\\bE[A-Z]{4,}\\b/g'],
	minWordLength: 4,
};

const filesNamed = (...patterns) =>
	execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
		.split('\n')
		.filter((file) => file !== '' && !file.startsWith('test/fixtures/'));

/** Replaces a text by spaces, so that the rest keeps its lines and columns. */
const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Returns a source file in which the code is replaced by spaces. Comments and texts keep their lines and columns. */
function proseOfSource(text) {
	const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
	const spans = [];
	const addComments = (position) => {
		for (const ranges of [
			ts.getLeadingCommentRanges(text, position),
			ts.getTrailingCommentRanges(text, position),
		]) {
			for (const { pos, end } of ranges ?? []) spans.push([pos, end]);
		}
	};
	const visit = (node) => {
		addComments(node.getFullStart());
		addComments(node.getEnd());
		const isText =
			ts.isStringLiteral(node) ||
			ts.isNoSubstitutionTemplateLiteral(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddle(node) ||
			ts.isTemplateTail(node);
		// Only texts with several words are for people.
		if (isText && /[a-z,.] [a-z]/i.test(node.text)) spans.push([node.getStart() + 1, node.getEnd() - 1]);
		ts.forEachChild(node, visit);
	};
	visit(source);
	spans.sort(([one], [other]) => one - other);

	let prose = '';
	let position = 0;
	for (const [start, end] of spans) {
		if (start < position) continue;
		prose += blank(text.slice(position, start)) + text.slice(start, end);
		position = end;
	}
	return prose + blank(text.slice(position));
}

/** Returns the sticky notes and descriptions of a recipe, each as a line. */
function proseOfRecipe(text) {
	const texts = [];
	JSON.parse(text, (name, value) => {
		if ((name === 'content' || name === 'notes') && typeof value === 'string') texts.push(value);
		return value;
	});
	return texts.join('\n\n');
}

/** Replaces code and the targets of links by spaces. */
const withoutCode = (text) => text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\s]*\)/g, blank);

/** Returns the project's files with the text to check. */
function documents() {
	const read = (files, proseOf) =>
		files.map((file) => ({ file, text: withoutCode(proseOf(readFileSync(join(ROOT, file), 'utf8'))) }));
	return [
		...read(filesNamed('*.md'), (text) => text),
		...read(filesNamed('examples/*.json'), proseOfRecipe),
		...read(
			filesNamed('nodes/*.ts', 'credentials/*.ts', 'sandbox/*.ts', 'tools/*.ts', 'test/*.ts'),
			proseOfSource,
		),
	];
}

function phraseProblems({ file, text }) {
	return PHRASES.flatMap(([phrase, instead]) =>
		[...text.matchAll(phrase)].map((match) => {
			const line = text.slice(0, match.index).split('\n').length;
			return `${file}:${line} Instead of "${match[0]}", write: ${instead}`;
		}),
	);
}

async function spellingProblems({ file, text }) {
	const document = { uri: `file:///${file}`, text, languageId: 'plaintext' };
	const { issues } = await spellCheckDocument(
		document,
		{ generateSuggestions: false, noConfigSearch: true },
		spellingSettings,
	);
	return issues.map(({ text: word, line }) => `${file}:${line.position?.line ?? ''} unknown word "${word}"`);
}

const problems = [];
for (const document of documents()) {
	problems.push(...phraseProblems(document), ...(await spellingProblems(document)));
}
if (problems.length > 0) {
	console.error(problems.join('\n'));
	console.error(
		`${problems.length} problems. Add correct words to tools/lint/words.txt in alphabetical order.`,
	);
	process.exitCode = 1;
}
