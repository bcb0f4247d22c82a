import {
	type ICredentialDataDecryptedObject,
	ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
	type IRequestOptionsSimplified,
} from 'n8n-workflow';

/** Replaces n8n's credential store: contains one credential, and applies it with the `authenticate` of its type. */
export class OneCredential extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		if (typeof this.type.authenticate !== 'function')
			throw new Error('The credential has no authenticate function');
		if (!('url' in request)) throw new Error('n8n passes options with a url to authenticate');
		return await this.type.authenticate(credentials, request);
	}

	readonly preAuthentication = () => Promise.resolve(undefined);
	readonly runPreAuthentication = () => Promise.resolve(undefined);
	getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return Promise.resolve({ ...this.data });
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}

	readonly getCredentials = () => unavailable('encrypted credentials');
	readonly updateCredentials = () => unavailable('storing credentials');
	readonly updateCredentialsOauthTokenData = this.updateCredentials;
}

/** Rejects, because these nodes never use this part of n8n. */
export function unavailable(what: string): Promise<never> {
	return Promise.reject(new Error(`There is no ${what} outside n8n`));
}
