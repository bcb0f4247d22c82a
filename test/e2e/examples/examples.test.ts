import type { INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod/v4';

import { exampleFiles } from '../../../tools/realN8n/examples';
import { readExample } from '../../support/examples';
import { unknownParametersOf } from '../../support/knownParameters';
import { Workbench } from '../support/workbench';
import { Editor } from '../editor/editor';
import { calls } from './calls';
import { forms } from './forms';
import { people } from './people';
import { registering } from './registering';
import { sessions } from './sessions';
import { setUpByClicks } from './setUp';
import { tables } from './tables';
import { type Run, Trial } from './trial';

const runs: Readonly<Record<string, Run>> = {
	...calls,
	...forms,
	...people,
	...registering,
	...sessions,
	...tables,
};

const allTypes = z.array(
	z.custom<INodeTypeDescription>((type) => z.object({ name: z.string() }).safeParse(type).success),
);

describe('an example workflow', () => {
	let workbench: Workbench;
	let editor: Editor;
	beforeAll(async () => {
		workbench = await Workbench.begin(undefined, 'Examples');
		editor = await Editor.beginWith('light', workbench.sandbox);
	});
	beforeEach(() => workbench.sandbox.reset());
	afterAll(async () => {
		await editor?.closeBrowser();
		await workbench?.end();
	});

	it.each(exampleFiles)(
		'does what its note says, in every branch, after a user sets it up in the editor: %s',
		async (file) => {
			const run = runs[file.replace('.json', '')];
			if (!run) throw new Error(`There is no trial of ${file}`);
			const trial = new Trial(workbench, await setUpByClicks(editor, workbench, file));
			await run(trial);
			expect(await trial.unreached()).toEqual([]);
		},
	);

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
