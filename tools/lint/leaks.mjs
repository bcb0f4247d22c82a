// Rules against leaks in the published code, because an n8n runs for months and executes many workflows at once.

/** Classes for state that outlives an execution. They have a lifetime and a maximum size. */
const BOUNDED_CLASSES = ['Readings'];
/** Other state that outlives an execution, by the name of its variable, and what bounds it. */
const KNOWN_STATE = {
	ianaZones: 'the names of time zones',
	englishMonth: 'it never changes',
	limiters: 'the accounts of this n8n',
	lastByKey: 'the work that is being done',
	polling: 'the polls that run',
};

/** Functions with a loop that has no condition and does not count to a MAX_… constant, and what ends the loop. */
const KNOWN_LOOPS = { send: 'the deadline of the request' };

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const enclosing = (node, types) =>
	!node || types.includes(node.type) ? node : enclosing(node.parent, types);
const nameOf = (node) => node?.id?.name ?? node?.parent?.key?.name ?? node?.parent?.id?.name;

const rule = (message, create) => ({
	meta: { type: 'problem', schema: [], messages: { found: message } },
	create: (context) => create((node) => context.report({ node, messageId: 'found' }), context.sourceCode),
});

/** Whether an initial value is state. A Map or Set with initial entries is a constant table. */
const isState = (init) =>
	init?.type === 'NewExpression' &&
	![...BOUNDED_CLASSES, 'RegExp'].includes(init.callee.name) &&
	!(['Map', 'Set'].includes(init.callee.name) && init.arguments.length > 0);

export const rules = {
	'named-state': rule(
		'This state outlives an execution. Name it in tools/lint/leaks.mjs, with what bounds it.',
		(report) => ({
			'Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration'(node) {
				if (node.kind !== 'const') report(node);
				for (const { id, init } of node.declarations)
					if (isState(init) && !(id.name in KNOWN_STATE)) report(node);
			},
		}),
	),
	'bounded-loops': rule(
		'This loop has no bound. Count to a MAX_… constant, or name its function in tools/lint/leaks.mjs.',
		(report, source) => {
			const check = (node) => {
				if (node.test && node.test.type !== 'Literal') return;
				const isCounted = /\bMAX_/.test(source.getText(node.body));
				if (!isCounted && !(nameOf(enclosing(node, FUNCTIONS)) in KNOWN_LOOPS)) report(node);
			};
			return { ForStatement: check, WhileStatement: check, DoWhileStatement: check };
		},
	),
	'removed-listeners': rule(
		'Remove the listener in the same function, unless it listens to a timeout.',
		(report, source) => ({
			'CallExpression[callee.property.name=/^(addEventListener|on)$/]'(node) {
				const isTimeout = source.getText(node.callee.object).startsWith('AbortSignal.timeout(');
				const scope = source.getText(enclosing(node, FUNCTIONS) ?? source.ast);
				if (!isTimeout && !/\.(removeEventListener|off)\(/.test(scope)) report(node);
			},
		}),
	),
};
