import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { CancelledError } from '../../nodes/WebinarAccount/utils/async';
import { UserError } from '../cli/userError';
import type { Engine, RunResult } from '../engine';
import { byId, indexOf } from '../engine/parameters';
import type { Contact } from './contacts';
import type { DemoOptions } from './options';

/** The sandbox's webinars that the demo registers for. */
const SAMPLE_WEBINARS = { live: 2, automated: 101 } as const;

/** The error of a contact that was not sent because the run was stopped. */
const CANCELLED = new CancelledError().message;

/** The result for a contact. It has neither a registration nor a reason if the run was stopped before the contact. */
export interface Outcome {
	contact: Contact;
	registration?: IDataObject;
	/** Why the contact failed. */
	reason?: string;
}

/** Runs the node in n8n's execution engine. */
export class Registration {
	constructor(
		private readonly engine: Engine,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly options: DemoOptions,
		private readonly signal: AbortSignal,
	) {}

	/**
	 * Reads the webinar. Returns undefined if the run was stopped.
	 *
	 * @throws UserError for a problem that concerns all contacts, such as a wrong key
	 */
	async webinar(): Promise<IDataObject | undefined> {
		const { output = [], errorOutput = [] } = (await this.run('get', {}, [{}])) ?? {};
		if (errorOutput[0] && !this.signal.aborted) throw new UserError(toText(errorOutput[0].json.error));
		return output[0]?.json;
	}

	/** Registers each contact as an item of a workflow. */
	async register(contacts: readonly Contact[]): Promise<Outcome[]> {
		const parameters = {
			schedule: byId(this.options.schedule),
			firstName: '={{ $json.first_name }}',
			email: '={{ $json.email }}',
			additionalFields: {
				lastName: '={{ $json.last_name }}',
				phoneCountryCode: '={{ $json.phone_country_code }}',
				phone: '={{ $json.phone }}',
			},
		};
		const empty = { last_name: '', phone_country_code: '', phone: '' };
		const items = contacts.map((contact) => ({ ...empty, ...contact }));
		const { output = [], errorOutput = [] } = (await this.run('register', parameters, items)) ?? {};
		const ofInput = (all: INodeExecutionData[], index: number) =>
			all.find((item) => indexOf(item) === index)?.json;
		return contacts.map((contact, index) => {
			const registration = ofInput(output, index);
			const error = ofInput(errorOutput, index)?.error;
			if (registration) return { contact, registration };
			return { contact, ...(error !== undefined && error !== CANCELLED && { reason: toText(error) }) };
		});
	}

	/** Runs an operation, unless the demo was stopped. The engine ignores a signal that was aborted before its start. */
	private async run(
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[],
	): Promise<RunResult | undefined> {
		const { options, credential, signal } = this;
		if (signal.aborted) return undefined;
		const { product, webinar = SAMPLE_WEBINARS[product], timezone } = options;
		const result = await this.engine.run({
			parameters: {
				resource: product,
				operation,
				webinarId: byId(webinar),
				...(timezone !== undefined && { timezone }),
				...parameters,
			},
			items,
			credential,
			onError: 'continueErrorOutput',
			signal,
		});
		const { error } = result.run.data.resultData;
		if (error && !signal.aborted) throw new UserError(error.message);
		return result;
	}
}

/** Returns a string unchanged, and another value as JSON. */
export function toText(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
