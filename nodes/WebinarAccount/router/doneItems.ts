import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

/** The items of a run that changed something at the service. When another one ends the run, n8n shows no output of them. */
export class DoneItems {
	private readonly indexes: number[] = [];
	private advice = () => '';

	/** @param advice for those who run the item again */
	add(itemIndex: number, advice: () => string): void {
		this.indexes.push(itemIndex);
		this.advice = advice;
	}

	/** Adds them to the error of the item that ended the run. */
	toldIn(error: NodeApiError | NodeOperationError): NodeApiError | NodeOperationError {
		const { length } = this.indexes;
		if (length === 0) return error;
		const behind = this.indexes.filter((index) => index > Number(error.context.itemIndex)).length;
		const done = `Done already, without an output: ${counted(length - behind)} before this one and ${behind} behind it, which were under way.`;
		error.description = [error.description, done, this.advice()].filter(Boolean).join(' ');
		return error;
	}
}

function counted(items: number): string {
	return items === 1 ? '1 item' : `${items} items`;
}
