import type { ProductName } from '../service/products';
import type { OutputSchema } from '../utils/outputFields';
import automatedCreateOneClickLink from '../__schema__/v1.0.0/automated/createOneClickLink.json';
import automatedFindRegistrant from '../__schema__/v1.0.0/automated/findRegistrant.json';
import automatedGet from '../__schema__/v1.0.0/automated/get.json';
import automatedGetAll from '../__schema__/v1.0.0/automated/getAll.json';
import automatedGetRegistrants from '../__schema__/v1.0.0/automated/getRegistrants.json';
import automatedGetSessions from '../__schema__/v1.0.0/automated/getSessions.json';
import automatedRegister from '../__schema__/v1.0.0/automated/register.json';
import automatedUnsubscribe from '../__schema__/v1.0.0/automated/unsubscribe.json';
import liveCreateOneClickLink from '../__schema__/v1.0.0/live/createOneClickLink.json';
import liveFindRegistrant from '../__schema__/v1.0.0/live/findRegistrant.json';
import liveGet from '../__schema__/v1.0.0/live/get.json';
import liveGetAll from '../__schema__/v1.0.0/live/getAll.json';
import liveGetRegistrants from '../__schema__/v1.0.0/live/getRegistrants.json';
import liveGetSessions from '../__schema__/v1.0.0/live/getSessions.json';
import liveRegister from '../__schema__/v1.0.0/live/register.json';
import liveUnsubscribe from '../__schema__/v1.0.0/live/unsubscribe.json';

/** The generated output schemas, by resource and operation. */
export const outputSchemas: Readonly<Record<ProductName, Readonly<Record<string, OutputSchema>>>> = {
	live: {
		createOneClickLink: liveCreateOneClickLink,
		findRegistrant: liveFindRegistrant,
		get: liveGet,
		getAll: liveGetAll,
		getRegistrants: liveGetRegistrants,
		getSessions: liveGetSessions,
		register: liveRegister,
		unsubscribe: liveUnsubscribe,
	},
	automated: {
		createOneClickLink: automatedCreateOneClickLink,
		findRegistrant: automatedFindRegistrant,
		get: automatedGet,
		getAll: automatedGetAll,
		getRegistrants: automatedGetRegistrants,
		getSessions: automatedGetSessions,
		register: automatedRegister,
		unsubscribe: automatedUnsubscribe,
	},
};
