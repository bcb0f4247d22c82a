import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { TestEngine } from '../support/engine';
import { words } from '../support/words';
import { operations as ownOperations } from '../../nodes/WebinarAccount/operations';
import { products } from '../../nodes/WebinarAccount/service/products';

/**
 * n8n's guidelines for texts (docs/developers/verification.md), held against what the editor shows. n8n's lint rules see only
 * texts that stand in a field as they are; here are also those that are put together.
 */

const SMALL_WORDS = ['a', 'an', 'and', 'by', 'for', 'in', 'of', 'on', 'or', 'per', 'the', 'to'];

const isTitleCase = (text: string) =>
	text.split(' ').every((word, index) => /^[^a-z]/.test(word) || (index > 0 && SMALL_WORDS.includes(word)));

/** Begins with a capital; a period at the end only of several sentences. */
function isSentence(text: string): boolean {
	const withoutAbbreviations = text.replaceAll('e.g.', 'eg');
	const hasSeveral = /[.!?] \S/.test(withoutAbbreviations);
	return /^[A-Z"]/.test(text) && text.endsWith('.') === hasSeveral;
}

const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
	options.filter((option): option is INodePropertyOptions => 'value' in option);

const innerOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
const withInner = (field: INodeProperties): INodeProperties[] => [
	field,
	...innerOf(field).flatMap(withInner),
];

describe('what the editor shows', () => {
	let fields: INodeProperties[];
	let nodes: TestEngine['nodeType']['description'][];

	beforeAll(async () => {
		const engine = await TestEngine.load();
		nodes = [engine.nodeType, engine.triggerType].map(({ description }) => description);
		const all = [...nodes.flatMap(({ properties }) => properties), ...engine.credentialType.properties];
		// Poll Times is n8n's own.
		fields = all.filter(({ name }) => name !== 'pollTimes').flatMap(withInner);
	});

	const texts = (pick: (field: INodeProperties) => Array<string | undefined>) =>
		fields.flatMap((field) => pick(field).flatMap((text) => (text ? [{ where: field.name, text }] : [])));
	/** Names of places are no texts of ours. */
	const isPlace = ({ name }: INodeProperties) => name === 'country' || name === 'state';

	const hintsOf = ({ hint, modes = [] }: INodeProperties) => [hint, ...modes.map((mode) => mode.hint)];
	const isInput = ({ type }: { type: string }) => type === 'string' || type === 'number';

	it.each<[what: string, of: Parameters<typeof texts>[0], least: number, isRight: (text: string) => boolean]>(
		[
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
			['hints below a field that are short', hintsOf, 10, (text) => text.length <= 120],
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
		],
	)('has %s', (_what, of, least, isRight) => {
		const found = texts(of);
		expect(found.length).toBeGreaterThan(least);
		expect(found.filter(({ text }) => !isRight(text))).toEqual([]);
	});

	it('describes the nodes in a sentence', () => {
		expect(nodes.filter(({ description }) => !isSentence(description))).toEqual([]);
	});

	it('offers each choice once, under a name without decoration', () => {
		for (const field of fields.filter(({ type }) => /options/i.test(type))) {
			const names = choicesOf(field).map(({ name }) => name);
			expect(new Set(names).size).toBe(names.length);
			expect(new Set(choicesOf(field).map(({ value }) => value)).size).toBe(names.length);
			expect(names.filter((name) => /[*\p{Extended_Pictographic}]/u.test(name))).toEqual([]);
		}
	});

	it('keeps what is not needed in collections, apart from choices on which other fields depend', () => {
		const isNeeded = ({ type, required }: INodeProperties) =>
			required || /collection|notice|hidden/i.test(type) || type === 'resourceLocator';
		const allowed = words(`
			event includeFields leadId linkFor mergeFields operation resource unsubscribeBy webinarScope pollTimes
			emailTool limit minutesAfterStart minutesBefore minutesInRoom returnAll simplify timezone
		`);
		const others = nodes.flatMap(({ properties }) => properties).filter((field) => !isNeeded(field));
		expect(others.map(({ name }) => name).filter((name) => !allowed.includes(name))).toEqual([]);
	});

	it.each([
		['webinarAccount.svg', ['#3d4fd6', '#f5523c']],
		['webinarAccount.dark.svg', ['#a9b4ff', '#ff8d7d']],
	])(
		'has in %s only colors with a contrast of 3 to its theme, as WCAG asks of graphics',
		(file, reviewed) => {
			const icon = readFileSync(join(__dirname, '../../icons', file), 'utf8');
			expect([...new Set(icon.match(/#[0-9a-f]{6}/g))].sort()).toEqual(reviewed);
		},
	);

	it('is in categories that n8n has', () => {
		for (const { codex } of nodes)
			expect(codex?.categories).toEqual(['Marketing & Content', 'Communication']);
	});

	it('is found in the node panel by the words that people type', () => {
		const typed = [
			...'registrants attendees registrations webinars webinarjam everwebinar evergreen replay'.split(' '),
			...'no-show unsubscribe newsletter reminder sessions attendance registrant attendee'.split(' '),
			'did not attend',
			'webinar jam',
			'ever webinar',
			'live webinar',
			'evergreen webinar',
			'no show',
			'sign up',
			'signup',
			'event',
			'attended',
			'purchased',
			'seminar',
		];
		const missing = ({ displayName, codex }: (typeof nodes)[number], texts: string[]) => {
			// The panel takes no plural for a singular, and no space for a hyphen.
			const names = [displayName, ...(codex?.alias ?? [])].map((name) => name.toLowerCase());
			return texts.filter((text) => !names.some((name) => name.includes(text)));
		};
		expect(nodes.map((node) => missing(node, typed))).toEqual([[], []]);
		const onlyOfActions = ['one click', '1-click', 'room link', 'join link', 'invitation'];
		expect(nodes.map((node) => missing(node, onlyOfActions))).toEqual([[], onlyOfActions]);
	});

	it.each([
		['timezone', "If empty, dates that depend on the attendee's zone are usually in EST (GMT-5)"],
		['phone', 'A number with + needs no country code.'],
		['search', 'The service does not document what it searches.'],
		['country', 'If the service rejects it, enter its ID.'],
		['state', 'If the service rejects it, enter its ID.'],
		['unsubscribeBy', 'Stops the emails of this webinar; the registration and room link stay'],
		['minutesAfterStart', 'Choose more than the session lasts. Before that, somebody may still come.'],
		['minutesAfterStart', 'Choose more than the session and its offer last.'],
		['minutesAfterStart', 'Before that, somebody may still be in the room.'],
		['apiKey', 'API access needs approval (apply in the Profile section of the account) and a paid plan.'],
		['callsPerSecond', 'Maximum requests per second of each n8n process.'],
		['linkFor', 'emailTool: All Contacts'],
		['linkFor', 'contact: One Contact'],
		['operation', 'getRegistrants: Get the registrants of one or all live webinars'],
		['operation', 'getRegistrants: Get the registrants of one or all automated webinars'],
	])('says at %s: "%s"', (name, text) => {
		const named = texts((field) => [
			field.hint,
			field.description,
			...choicesOf(field).map((choice) => `${String(choice.value)}: ${choice.action ?? choice.name}`),
		]).filter(({ where }) => where === name);
		expect(named.map((field) => field.text).join('\n')).toContain(text);
	});

	it('names in each action what is acted on, in sentence case and on one line', () => {
		const operations = fields.filter(({ name }) => name === 'operation').flatMap(choicesOf);
		const actions = operations.map(({ action = '' }) => action);
		expect(actions).toHaveLength(ownOperations.length * Object.keys(products).length);
		expect(actions.filter((action) => !/^[A-Z][a-z]+ [a-z -]{1,40}webinars?$/.test(action))).toEqual([]);
	});

	it('has lists in the order of the alphabet, except dates and a last choice for everything else', () => {
		const isListOfDates = (field: INodeProperties) =>
			choicesOf(field).some((option) => option.name === 'Yesterday');
		const lists = fields
			.filter((field) => !isListOfDates(field))
			.filter(({ name }) => name !== 'resource')
			.map((field) => [
				...choicesOf(field).map(({ name }) => name),
				...(field.type === 'collection' ? innerOf(field).map(({ displayName }) => displayName) : []),
			])
			.map((names) => names.filter((name) => !name.startsWith('Other') && name !== 'All'));
		expect(lists).toEqual(lists.map((names) => [...names].sort((a, b) => a.localeCompare(b, 'en'))));
	});

	it('links its help to headings of the README', async () => {
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
