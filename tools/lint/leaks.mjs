// Rules against leaks, for what is published: an n8n runs for months, and executes many workflows at once.

/** What outlives an execution is one of these, which have a lifetime and a size. */
const BOUNDED = ['ExpiringMap', 'SharedReads'];
/** Or it is named here, with what bounds it. */
const STATE = {
	ianaZones: 'the names of time zones',
	limiters: 'the accounts of this n8n',
	lastByKey: 'the work that is being done',
};

/** Loops without a condition that count up to no MAX_…, by their function, and what ends them. */
const ENDLESS = { send: 'the deadline of the request', get: 'a second read of the caller' };

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const enclosing = (node, types) =>
	!node || types.includes(node.type) ? node : enclosing(node.parent, types);
const nameOf = (node) => node?.id?.name ?? node?.parent?.key?.name ?? node?.parent?.id?.name;

const rule = (message, create) => ({
	meta: { type: 'problem', schema: [], messages: { found: message } },
	create: (context) => create((node) => context.report({ node, messageId: 'found' }), context.sourceCode),
});

/** A table that is written once is no state. */
const isState = (init) =>
	init?.type === 'NewExpression' &&
	![...BOUNDED, 'RegExp'].includes(init.callee.name) &&
	!(['Map', 'Set'].includes(init.callee.name) && init.arguments.length > 0);

export const rules = {
	'named-state': rule(
		'State of the module: name it in tools/lint/leaks.mjs, with what bounds it.',
		(report) => ({
			'Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration'(node) {
				if (node.kind !== 'const') report(node);
				for (const { id, init } of node.declarations) if (isState(init) && !(id.name in STATE)) report(node);
			},
		}),
	),
	'bounded-loops': rule(
		'A loop without a bound: count to a MAX_…, or name its function in tools/lint/leaks.mjs.',
		(report, source) => {
			const check = (node) => {
				if (node.test && node.test.type !== 'Literal') return;
				const isCounted = /\bMAX_/.test(source.getText(node.body));
				if (!isCounted && !(nameOf(enclosing(node, FUNCTIONS)) in ENDLESS)) report(node);
			};
			return { ForStatement: check, WhileStatement: check, DoWhileStatement: check };
		},
	),
	'removed-listeners': rule(
		'The listener is removed by the same function, or hears a timeout.',
		(report, source) => ({
			'CallExpression[callee.property.name=/^(addEventListener|on)$/]'(node) {
				const isTimeout = source.getText(node.callee.object).startsWith('AbortSignal.timeout(');
				const scope = source.getText(enclosing(node, FUNCTIONS) ?? source.ast);
				if (!isTimeout && !/\.(removeEventListener|off)\(/.test(scope)) report(node);
			},
		}),
	),
};
