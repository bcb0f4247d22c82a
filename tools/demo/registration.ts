import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { UserError } from '../cli/failure';
import { Engine, type RunResult } from '../engine';
import { byId } from '../engine/parameters';
import { CancelledError } from '../../nodes/WebinarAccount/utils/async';
import type { Contact } from './contacts';
import type { InvalidContact } from './invalidContacts';
import type { DemoOptions } from './optionRules';

/** The error of an item that was not processed before the cancellation. */
const CANCELLED = new CancelledError().message;

/** The JSON of one of the node's output items. */
export type ServiceObject = IDataObject;

export interface Registrations {
	registered: Array<{ contact: Contact; user: ServiceObject }>;
	invalid: InvalidContact[];
	/** Contacts that were not processed before the run was stopped. */
	unreached: Contact[];
}

/** Webinars of the sandbox. */
const SAMPLE_WEBINARS = { live: '2', automated: '101' } as const;

/** Runs the package's node in n8n's execution engine. */
export class Registration {
	private constructor(
		private readonly engine: Engine,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly options: DemoOptions,
	) {}

	/** Loads the built package. */
	static async open(credential: ICredentialDataDecryptedObject, options: DemoOptions): Promise<Registration> {
		const engine = await Engine.load().catch((error: unknown) => {
			throw new UserError(`The built package cannot be loaded; run "npm run build". ${String(error)}`);
		});
		return new Registration(engine, credential, options);
	}

	/**
	 * Reads the webinar; undefined if the run was stopped.
	 * @throws UserError for a problem of all registrations, such as a wrong key
	 */
	async webinar(signal: AbortSignal): Promise<ServiceObject | undefined> {
		const { output, errorOutput } = await this.run('get', {}, [{}], signal);
		const [webinar] = output;
		if (signal.aborted) return undefined;
		if (webinar) return webinar.json;
		throw new UserError(reasonOf(errorOutput[0]));
	}

	/** Registers each contact as one item of the workflow. */
	async register(contacts: readonly Contact[], signal: AbortSignal): Promise<Registrations> {
		const { output, errorOutput } = await this.run(
			'register',
			{
				schedule: byId(this.options.schedule),
				firstName: '={{ $json.firstName }}',
				email: '={{ $json.email }}',
				additionalFields: {
					lastName: '={{ $json.lastName }}',
					phoneCountryCode: '={{ $json.phoneCountryCode }}',
					phone: '={{ $json.phone }}',
				},
			},
			contacts.map(({ person }) => ({ ...person })),
			signal,
		);
		const users = new Map(output.map((item) => [inputOf(item), item.json]));
		const reasons = new Map(errorOutput.map((item) => [inputOf(item), reasonOf(item)]));
		const result: Registrations = { registered: [], invalid: [], unreached: [] };
		for (const [index, contact] of contacts.entries()) {
			const user = users.get(index);
			const reason = reasons.get(index) ?? CANCELLED;
			if (user) result.registered.push({ contact, user });
			else if (reason === CANCELLED) result.unreached.push(contact);
			else result.invalid.push({ contact, reason });
		}
		return result;
	}

	private async run(
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[],
		signal: AbortSignal,
	): Promise<Pick<RunResult, 'output' | 'errorOutput'>> {
		// The engine does not see a signal that was aborted before its start.
		if (signal.aborted) return { output: [], errorOutput: [] };
		const { product, webinar = SAMPLE_WEBINARS[product], timezone = '' } = this.options;
		const result = await this.engine.run({
			parameters: { resource: product, operation, webinarId: byId(webinar), timezone, ...parameters },
			items,
			credential: this.credential,
			onError: 'continueErrorOutput',
			signal,
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

function reasonOf(item: INodeExecutionData | undefined): string {
	const error = item?.json.error;
	return typeof error === 'string' ? error : CANCELLED;
}
