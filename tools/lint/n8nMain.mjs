// Checks the rules of n8n's main branch that no release of @n8n/eslint-plugin-community-nodes has (0.32.0, November 2026). n8n's
// rules read literals in `.node.ts` files. These read the built nodes, so they also see what the code puts together.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const NODES = join(ROOT, 'dist/nodes/WebinarAccount');

/** https://docs.n8n.io/connect/create-nodes/build-your-node/reference/codex-files/#node-categories */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];
const BACKGROUNDS = { light: '#ffffff', dark: '#2b2b2b' };
const CORE_COLOR = '#ff6d5a';

/** Warnings that stay, with the reason. docs/developers/verification.md repeats them. */
const reviewed = {
	'non-required-fields-in-collection': {
		reason: 'Other fields depend on these choices, or n8n shows them outside collections in its own nodes.',
		findings: [
			'emailTool',
			'event',
			'includeFields',
			'limit',
			'linkFor',
			'minutesAfterStart',
			'minutesBefore',
			'minutesInRoom',
			'returnAll',
			'schedule',
			'simplify',
			'timezone',
			'unsubscribeBy',
			'webinarScope',
		],
	},
	'options-sorted-alphabetically': {
		reason: 'Periods are in the order of time, and Resource begins with the default.',
		findings: ['dateRange', 'resource', 'sessionDate'],
	},
};

/** A field, and the fields inside it. */
const withInner = (field) => [
	field,
	...(field.options ?? []).flatMap((option) => {
		if (option.values) return option.values.flatMap(withInner);
		return option.type ? withInner(option) : [];
	}),
];
const choicesOf = ({ options = [] }) => options.filter((option) => 'value' in option);
const fieldsOf = ({ description }) => description.properties.flatMap(withInner);
const namesOf = (fields) => fields.map(({ name }) => name);

function luminance(color) {
	const [red, green, blue] = [1, 3, 5].map((start) => {
		const value = parseInt(color.slice(start, start + 2), 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
	const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

/** Each rule returns what it finds in a node: names of fields, or values. */
const rules = {
	'hint-max-length': (node) => {
		const isLong = (hint = '') => hint.length > 120;
		return namesOf(
			fieldsOf(node).filter(({ hint, modes = [] }) => [hint, ...modes.map((mode) => mode.hint)].some(isLong)),
		);
	},
	'icon-contrast': ({ icons }) =>
		Object.entries(icons).flatMap(([theme, svg]) => {
			const colors = svg.match(/#[0-9a-f]{6}\b/gi) ?? ['#000000'];
			const best = Math.max(...colors.map((color) => contrast(color, BACKGROUNDS[theme])));
			return best < 1.5 ? [theme] : [];
		}),
	'valid-node-categories': ({ codex }) =>
		codex.categories.filter((category) => !CATEGORIES.includes(category)),
	'no-codex-subcategories': ({ codex }) => Object.keys(codex.subcategories ?? {}),
	'no-hardcoded-ids': ({ sources }) =>
		sources.flatMap(
			(text) =>
				text.match(
					/\b(?:partner|affiliate|reseller|account|tenant|customer|client)_?id['"]?\s*[:=]\s*['"][^'"]+['"]/gi,
				) ?? [],
		),
	'non-required-fields-in-collection': ({ description }) => {
		const isExempt = ({ name, type, required }) =>
			required === true ||
			['collection', 'fixedCollection', 'notice', 'callout', 'hidden', 'curlImport'].includes(type) ||
			['resource', 'operation', 'authentication'].includes(name);
		return namesOf(description.properties.filter((field) => !isExempt(field)));
	},
	'options-sorted-alphabetically': (node) =>
		namesOf(
			fieldsOf(node).filter((field) => {
				const names = choicesOf(field).map(({ name }) => name);
				const sorted = [...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
				return field.type === 'options' && names.join() !== sorted.join();
			}),
		),
	'open-ended-node-fields': ({ description }) =>
		namesOf(description.properties.filter(({ type, required }) => type === 'json' && required !== true)),
	'no-asterisk-in-option-names': (node) =>
		namesOf(fieldsOf(node).filter((field) => choicesOf(field).some(({ name }) => name.includes('*')))),
	'no-duplicate-param-options': (node) =>
		namesOf(
			fieldsOf(node).filter((field) => {
				const values = choicesOf(field).map(({ value }) => value);
				return new Set(values).size < values.length;
			}),
		),
	'require-param-default': (node) => namesOf(fieldsOf(node).filter((field) => !('default' in field))),
	'node-class-description-non-core-color': ({ description }) =>
		[description.defaults.color ?? ''].filter((color) => color.toLowerCase() === CORE_COLOR),
};

/** A node that breaks every rule, to show that the rules find something. */
const faulty = {
	description: {
		defaults: { name: 'Faulty', color: '#FF6D5A' },
		properties: [
			{
				name: 'period',
				type: 'options',
				default: 1,
				hint: 'x'.repeat(121),
				options: [
					{ name: 'B*', value: 1 },
					{ name: 'A', value: 1 },
				],
			},
			{ name: 'body', type: 'json' },
		],
	},
	codex: { categories: ['Webinars'], subcategories: { 'Core Nodes': ['Helpers'] } },
	icons: { light: '<svg fill="#fefefe"/>', dark: '<svg/>' },
	sources: ["const body = { partner_id: 'fixed-partner' };"],
};

const require = createRequire(import.meta.url);

function readNode(name) {
	const { [name]: Node } = require(join(NODES, `${name}.node.js`));
	const { description } = new Node();
	const icon = (theme) => readFileSync(join(NODES, description.icon[theme].replace('file:', '')), 'utf8');
	const sources = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.js'))
		.map((file) => readFileSync(join(NODES, file), 'utf8'));
	const codex = JSON.parse(readFileSync(join(NODES, `${name}.node.json`), 'utf8'));
	return { description, codex, icons: { light: icon('light'), dark: icon('dark') }, sources };
}

const nodes = ['WebinarAccount', 'WebinarAccountTrigger'].map(readNode);
const problems = [];
for (const [rule, find] of Object.entries(rules)) {
	const found = [...new Set(nodes.flatMap(find))].sort();
	const expected = reviewed[rule]?.findings ?? [];
	if (found.join() !== expected.join())
		problems.push(
			`${rule}: found ${found.join(', ') || 'nothing'}; reviewed are ${expected.join(', ') || 'none'}`,
		);
	if (find(faulty).length === 0) problems.push(`${rule}: finds nothing in a node that breaks it`);
}
if (problems.length > 0) {
	console.error(problems.join('\n'));
	process.exitCode = 1;
}
