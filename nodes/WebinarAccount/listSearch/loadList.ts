import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { toListError } from '../router/nodeError';
import { WebinarReader } from '../service/webinars';
import { Cancellation } from '../client/cancellation';
import { connect } from '../client/request';

/** Loads a list for the editor; a failure is said in the same words as in a run. */
export async function loadList(
	context: ILoadOptionsFunctions,
	load: (webinars: WebinarReader) => Promise<INodeListSearchItems[]>,
): Promise<INodeListSearchResult> {
	try {
		return { results: await load(new WebinarReader((await connect(context))(new Cancellation()))) };
	} catch (error) {
		throw toListError(context.getNode(), error);
	}
}

/** Whether a text holds what is typed into a list's search. */
export function matches(text: string, filter: string): boolean {
	return text.toLowerCase().includes(filter.trim().toLowerCase());
}
