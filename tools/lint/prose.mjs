// Checks phrases (prose.yaml) and US spelling (words.txt) in docs, recipes, comments, and texts in code.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import plainText from '@textlint/textlint-plugin-text';
import { spellCheckDocument } from 'cspell-lib';
import prh from 'textlint-rule-prh';
import ts from 'typescript';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');

const kernel = new TextlintKernel();

/** Plugins and rules of textlint. */
const textlintOptions = {
	plugins: [
		{ pluginId: 'markdown', plugin: markdown.default ?? markdown },
		{ pluginId: 'text', plugin: plainText.default ?? plainText },
	],
	rules: [{ ruleId: 'prh', rule: prh.default ?? prh, options: { rulePaths: [join(HERE, 'prose.yaml')] } }],
};

const spellingSettings = {
	version: '0.2',
	language: 'en-US',
	words: readFileSync(join(HERE, 'words.txt'), 'utf8').split('\n').filter(Boolean),
	ignoreRegExpList: ['Urls', 'Email', '/`[^`]*`/g', '/\\b[0-9a-f]{7,}\\b/g', '/%[0-9A-F]{2}/g'],
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

/** Returns the project's files with the text to check and the type of that text. */
function documents() {
	const read = (file) => readFileSync(join(ROOT, file), 'utf8');
	return [
		...filesNamed('*.md').map((file) => ({ file, ext: '.md', text: read(file) })),
		...filesNamed('examples/*.json').map((file) => ({ file, ext: '.md', text: proseOfRecipe(read(file)) })),
		...filesNamed('nodes/*.ts', 'credentials/*.ts', 'sandbox/*.ts', 'tools/*.ts', 'test/*.ts').map(
			(file) => ({
				file,
				ext: '.txt',
				text: proseOfSource(read(file)),
			}),
		),
	];
}

async function phraseProblems({ file, ext, text }) {
	const { messages } = await kernel.lintText(text, { ...textlintOptions, filePath: file, ext });
	return messages.map(({ line, column, message }) => `${file}:${line}:${column} ${message.trim()}`);
}

async function spellingProblems({ file, ext, text }) {
	const document = { uri: `file:///${file}`, text, languageId: ext === '.md' ? 'markdown' : 'plaintext' };
	const { issues } = await spellCheckDocument(
		document,
		{ generateSuggestions: false, noConfigSearch: true },
		spellingSettings,
	);
	return issues.map(({ text: word, line }) => `${file}:${line.position?.line ?? ''} unknown word "${word}"`);
}

const problems = [];
for (const document of documents()) {
	problems.push(...(await phraseProblems(document)), ...(await spellingProblems(document)));
}
if (problems.length > 0) {
	console.error(problems.join('\n'));
	console.error(
		`${problems.length} problems. Add correct words to tools/lint/words.txt in alphabetical order.`,
	);
	process.exitCode = 1;
}
