import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { TestEngine } from '../support/engine';
import { operations as ownOperations } from '../../nodes/WebinarAccount/operations/router';
import { products } from '../../nodes/WebinarAccount/service/products';

/**
 * Checks the texts in the editor against n8n's guidelines (docs/developers/verification.md). n8n's lint rules check only
 * literal texts. These tests also cover texts that the code puts together.
 */

const SMALL_WORDS = ['a', 'an', 'and', 'by', 'for', 'in', 'of', 'on', 'or', 'per', 'the', 'to'];

const isTitleCase = (text: string) =>
	text.split(' ').every((word, index) => /^[^a-z]/.test(word) || (index > 0 && SMALL_WORDS.includes(word)));

/** Whether a text begins with a capital, and ends with a period only if it has several sentences. */
function isSentence(text: string): boolean {
	const withoutAbbreviations = text.replaceAll('e.g.', 'eg');
	const hasSeveral = /[.!?] \S/.test(withoutAbbreviations);
	return /^[A-Z"]/.test(text) && text.endsWith('.') === hasSeveral;
}

const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
	options.filter((option): option is INodePropertyOptions => 'value' in option);

const innerFieldsOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
/** Returns a field and all fields inside it. */
const withInnerFields = (field: INodeProperties): INodeProperties[] => [
	field,
	...innerFieldsOf(field).flatMap(withInnerFields),
];

describe('the node in the editor', () => {
	let fields: INodeProperties[];
	let nodes: TestEngine['nodeType']['description'][];

	beforeAll(async () => {
		const engine = await TestEngine.load();
		nodes = [engine.nodeType, engine.triggerType].map(({ description }) => description);
		const topFields = [...nodes.flatMap(({ properties }) => properties), ...engine.credentialType.properties];
		// Poll Times is n8n's own.
		fields = topFields.filter(({ name }) => name !== 'pollTimes').flatMap(withInnerFields);
	});

	const texts = (pick: (field: INodeProperties) => Array<string | undefined>) =>
		fields.flatMap((field) => pick(field).flatMap((text) => (text ? [{ where: field.name, text }] : [])));
	/** Whether a field lists names of places, which the package does not write. */
	const isPlace = ({ name }: INodeProperties) => name === 'country' || name === 'state';

	const hintsOf = ({ hint, modes = [] }: INodeProperties) => [hint, ...modes.map((mode) => mode.hint)];
	const isInput = ({ type }: { type: string }) => type === 'string' || type === 'number';

	it.each<
		[what: string, pick: Parameters<typeof texts>[0], minimum: number, isValid: (text: string) => boolean]
	>([
		[
			'labels in title case',
			(field) => [
				...(field.type === 'notice' ? [] : [field.displayName]),
				...(isPlace(field) ? [] : choicesOf(field).map(({ name }) => name)),
				...(field.modes ?? []).map(({ displayName }) => displayName),
			],
			100,
			isTitleCase,
		],
		[
			'descriptions and hints that are sentences, with a period only if there are several',
			(field) => [
				field.description,
				...hintsOf(field),
				...choicesOf(field).map(({ description }) => description),
			],
			80,
			isSentence,
		],
		['hints of at most 120 characters', hintsOf, 10, (text) => text.length <= 120],
		[
			'descriptions of switches that begin with "Whether"',
			({ type, description = '-' }) => (type === 'boolean' ? [description] : []),
			5,
			(text) => text.startsWith('Whether '),
		],
		[
			'examples in empty fields that begin with "e.g."',
			(field) => [field, ...(field.modes ?? [])].filter(isInput).map(({ placeholder }) => placeholder),
			20,
			(text) => text.startsWith('e.g. '),
		],
	])('has only %s', (_what, pick, minimum, isValid) => {
		const found = texts(pick);
		expect(found.length).toBeGreaterThan(minimum);
		expect(found.filter(({ text }) => !isValid(text))).toEqual([]);
	});

	it('describes each node in a sentence', () => {
		expect(nodes.filter(({ description }) => !isSentence(description))).toEqual([]);
	});

	it("has search terms for both nodes, and for the action node's tasks only in the action node", () => {
		const searchTerms = [
			'webinarjam',
			'everwebinar',
			'evergreen',
			'webcast',
			'registrants',
			'sign up',
			'did not attend',
			'no show',
			'replay',
			'webinar reminder',
		];
		const missing = ({ displayName, codex }: (typeof nodes)[number], texts: string[]) => {
			// The panel matches plurals and hyphens literally.
			const names = [displayName, ...(codex?.alias ?? [])].map((name) => name.toLowerCase());
			return texts.filter((text) => !names.some((name) => name.includes(text)));
		};
		expect(nodes.map((node) => missing(node, searchTerms))).toEqual([[], []]);
		const termsOfActions = [
			'one-click',
			'one click',
			'unsubscribe',
			'room link',
			'join link',
			'register attendee',
			'move registrant',
			'book a session',
		];
		expect(nodes.map((node) => missing(node, termsOfActions))).toEqual([[], termsOfActions]);
	});

	it('names each action in sentence case, on one line, ending with "webinar" or "webinars"', () => {
		const operations = fields.filter(({ name }) => name === 'operation').flatMap(choicesOf);
		const actions = operations.map(({ action = '' }) => action);
		expect(actions).toHaveLength(ownOperations.length * Object.keys(products).length);
		expect(actions.filter((action) => !/^[A-Z][a-z]+ [a-z -]{1,40}webinars?$/.test(action))).toEqual([]);
	});

	it('sorts lists alphabetically, except for dates and for the choices Other and All', () => {
		const isListOfDates = (field: INodeProperties) =>
			choicesOf(field).some((option) => option.name === 'Today');
		const lists = fields
			.filter((field) => !isListOfDates(field))
			.filter(({ name }) => name !== 'resource')
			.map((field) => [
				...choicesOf(field).map(({ name }) => name),
				...(field.type === 'collection' ? innerFieldsOf(field).map(({ displayName }) => displayName) : []),
			])
			.map((names) => names.filter((name) => !name.startsWith('Other') && name !== 'All'));
		expect(lists).toEqual(lists.map((names) => [...names].sort((a, b) => a.localeCompare(b, 'en'))));
	});

	it('links to existing README headings for help', async () => {
		const { descriptions, credentialType } = await TestEngine.load();
		const urls = descriptions.flatMap(({ codex }) =>
			Object.values(codex?.resources ?? {}).flatMap((links = []) => links.map(({ url }) => url)),
		);
		const anchors = [...urls, credentialType.documentationUrl ?? ''].map((url) => new URL(url).hash.slice(1));
		const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
		const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
			text.toLowerCase().replaceAll(' ', '-'),
		);
		expect(anchors).toHaveLength(5);
		expect(headings).toEqual(expect.arrayContaining(anchors.filter((anchor) => anchor !== '')));
	});
});
