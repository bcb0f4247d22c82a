import { basename } from 'node:path';

import type { INode } from 'n8n-workflow';
import waitFor from 'p-wait-for';

import {
	asksForDataTable,
	asksForHeader,
	asksForWebinar,
	createHeaderCredential,
	createTableOf,
	isOurs,
	pathOfExample,
	readExample,
	webinarFor,
} from '../../../tools/realN8n/examples';
import { readWorkflow, type WorkflowFile } from '../../../tools/realN8n/workflows';
import type { Editor } from '../editor/editor';
import type { Workbench } from '../support/workbench';

/** The names of what the user chooses from n8n's lists. */
interface Choices {
	credential: string;
	header: string;
	table: string;
	webinar: string;
}

/**
 * Imports an example in n8n's editor, and follows the steps of its note by clicks: chooses credentials, webinars and the
 * data table.
 * @returns the workflow as n8n has saved it
 */
export async function setUpByClicks(
	editor: Editor,
	workbench: Workbench,
	file: string,
): Promise<WorkflowFile> {
	const { n8n, sandbox, credential } = workbench;
	const example = readExample(file);
	const name = basename(file, '.json');
	const id = webinarFor(file);
	const webinar = sandbox.webinars.find((candidate) => candidate.id === id)?.name ?? '';
	const choices: Choices = { credential: credential.name, header: `Header of ${name}`, table: name, webinar };
	await createTableOf(n8n, choices.table, example);
	if (example.nodes.some(asksForHeader)) await createHeaderCredential(n8n, choices.header);

	const asking = example.nodes.filter((node) => choicesIn(node, choices).length > 0);
	await editor.importFile(pathOfExample(file), asking[0]?.name ?? '');
	for (const node of asking) await choose(editor, node, choices);
	await editor.screenshot(`example-${name}`);
	const workflowId = await editor.save();
	const saved = async () => await readWorkflow(n8n, workflowId);
	await waitFor(async () => isSetUp(await saved(), asking, choices), { interval: 200, timeout: 30_000 });
	return await saved();
}

async function choose(editor: Editor, node: INode, { credential, header, table, webinar }: Choices) {
	await editor.openNode(node.name);
	if (isOurs(node)) await editor.chooseCredential(credential);
	if (asksForWebinar(node)) await editor.choose('webinarId', webinar);
	if (asksForDataTable(node)) await editor.choose('dataTableId', table);
	if (asksForHeader(node)) await editor.chooseCredential(header);
	await editor.closeNode();
}

/** The choices of a node. */
function choicesIn(node: INode, { credential, header, table, webinar }: Choices): string[] {
	return [
		isOurs(node) ? credential : '',
		asksForWebinar(node) ? webinar : '',
		asksForDataTable(node) ? table : '',
		asksForHeader(node) ? header : '',
	].filter((choice) => choice !== '');
}

/** Whether the saved workflow has all choices. */
function isSetUp({ nodes }: WorkflowFile, asking: readonly INode[], choices: Choices): boolean {
	return asking.every((node) => {
		const saved = JSON.stringify(nodes.find(({ name }) => name === node.name));
		return choicesIn(node, choices).every((choice) => saved.includes(choice));
	});
}
