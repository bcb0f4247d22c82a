import type { INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod/v4';

import { exampleFiles, readExample } from '../../../tools/realN8n/examples';
import { unknownParametersOf } from '../../support/knownParameters';
import { Workbench } from '../support/workbench';
import { RunningExample } from './runningExample';
import type { Step } from './scenario';
import { afterSession } from './scenarios/afterSession';
import { beforeSession } from './scenarios/beforeSession';
import { registering } from './scenarios/registering';
import { whenRegistered } from './scenarios/whenRegistered';

const scenarios = { ...registering, ...beforeSession, ...afterSession, ...whenRegistered };

const allTypes = z.array(
	z.custom<INodeTypeDescription>((type) => z.object({ name: z.string() }).safeParse(type).success),
);

describe('an example workflow', () => {
	let workbench: Workbench;
	// Each example has its own sandbox, because the node caches what it has read from a sandbox.
	beforeEach(async () => {
		workbench = await Workbench.begin();
	});
	afterEach(() => workbench?.end());

	async function runStep(example: RunningExample, { act, returns, outputs = {}, files = {}, error }: Step) {
		const { length } = await example.executions();
		const returned = await act(example);
		if (returns) expect(returned).toMatchObject(returns);
		const execution = (await example.executions(length + 1))[length];
		expect(execution?.error?.message).toEqual(error);
		for (const [node, items] of Object.entries(outputs)) {
			expect({ [node]: execution?.output(node).map(({ json }) => json) }).toMatchObject({ [node]: items });
		}
		for (const [node, content] of Object.entries(files)) {
			expect(await execution?.file(workbench.n8n, node)).toEqual(content);
		}
	}

	it.each(exampleFiles)('outputs what its note says, in every branch: %s', async (file) => {
		const { sandbox } = workbench;
		// The scenarios say in code what the notes of the workflows say in words.
		const reached = new Set<string>();
		for (const { changes, prepare, steps, registrants, table } of scenarios[file] ?? []) {
			sandbox.reset();
			await prepare?.(sandbox);
			const example = await RunningExample.start(workbench, file, changes);
			for (const step of steps) await runStep(example, step);
			if (registrants) expect(sandbox.registrants).toMatchObject(registrants);
			if (table) expect(await example.table()).toMatchObject(table);
			await example.stop();
			(await example.executions()).flatMap(({ nodes }) => nodes).forEach((name) => reached.add(name));
		}
		const { nodes, connections } = readExample(file);
		const targets = Object.values(connections).flatMap(({ main = [] }) => main.flat());
		const enabled = nodes.filter(
			({ name, disabled }) => !disabled && targets.some((target) => target?.node === name),
		);
		expect(enabled.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
	});

	it('uses only field names and values that its disabled nodes have', async () => {
		const types = allTypes.parse(JSON.parse(await workbench.n8n.file('/types/nodes.json')));
		const disabled = exampleFiles.flatMap((file) => readExample(file).nodes.filter((node) => node.disabled));
		expect(disabled.map(({ name }) => name)).toContain('Google Calendar');
		const unknown = disabled.flatMap((node) => {
			const description = types.find(
				({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
			);
			return description ? unknownParametersOf(node, { description }) : [node.type];
		});
		expect(unknown).toEqual([]);
	});
});
