import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { CancelledError } from '../../nodes/WebinarAccount/utils/async';
import { UserError } from '../cli/failure';
import { Engine, type RunResult } from '../engine';
import { byId } from '../engine/parameters';
import type { Contact } from './contacts';
import type { DemoOptions } from './options';

/** Webinars of the sandbox. */
const SAMPLE_WEBINARS = { live: 2, automated: 101 } as const;

/** The reason of an item that was not sent before the run was stopped. */
const CANCELLED = new CancelledError().message;

/** What became of a contact. Without a registration and a reason, the run was stopped before it. */
export interface Outcome {
	contact: Contact;
	registration?: IDataObject;
	reason?: string;
}

/** Runs the package's node in n8n's execution engine. */
export class Registration {
	private constructor(
		private readonly engine: Engine,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly options: DemoOptions,
		private readonly signal: AbortSignal,
	) {}

	/** Loads the built package. */
	static async open(
		credential: ICredentialDataDecryptedObject,
		options: DemoOptions,
		signal: AbortSignal,
	): Promise<Registration> {
		return new Registration(await Engine.load(), credential, options, signal);
	}

	/**
	 * Reads the webinar; undefined if the run was stopped.
	 * @throws UserError for a problem of all registrations, such as a wrong key
	 */
	async webinar(): Promise<IDataObject | undefined> {
		const { output = [], errorOutput = [] } = (await this.run('get', {}, [{}])) ?? {};
		if (errorOutput[0] && !this.signal.aborted) throw new UserError(textOf(errorOutput[0].json.error));
		return output[0]?.json;
	}

	/** Registers each contact as one item of a workflow. */
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
		const items = contacts.map((contact) => ({
			last_name: '',
			phone_country_code: '',
			phone: '',
			...contact,
		}));
		const result = await this.run('register', parameters, items);
		const registrations = new Map(result?.output.map((item) => [inputOf(item), item.json]));
		const failures = new Map(result?.errorOutput.map((item) => [inputOf(item), textOf(item.json.error)]));
		return contacts.map((contact, index) => {
			const registration = registrations.get(index);
			const reason = failures.get(index);
			if (registration) return { contact, registration };
			return { contact, ...(reason !== undefined && reason !== CANCELLED && { reason }) };
		});
	}

	private async run(
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[],
	): Promise<RunResult | undefined> {
		const { options, credential, signal } = this;
		// The engine does not see a signal that was aborted before its start.
		if (signal.aborted) return undefined;
		const { product, webinar = SAMPLE_WEBINARS[product], timezone } = options;
		const result = await this.engine.run({
			parameters: {
				...{ resource: product, operation, webinarId: byId(webinar) },
				...(timezone !== undefined && { timezone }),
				...parameters,
			},
			...{ items, credential, onError: 'continueErrorOutput', signal },
		});
		const { error } = result.run.data.resultData;
		if (error && !signal.aborted) throw new UserError(error.message);
		return result;
	}
}

/** The index of the input item of an output item. */
function inputOf({ pairedItem }: INodeExecutionData): number | undefined {
	if (typeof pairedItem !== 'object') return pairedItem;
	return Array.isArray(pairedItem) ? pairedItem[0]?.item : pairedItem.item;
}

/** A value of an item, as it is. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
