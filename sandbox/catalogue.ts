import { automatedCatalogue } from './catalogueAutomated';
import { liveCatalogue } from './catalogueLive';
import type { Webinar } from './types';

/** The webinars of the sandbox account. Ids are stable; dates follow from the rules on every call. */
export const catalogue: readonly Webinar[] = [...liveCatalogue, ...automatedCatalogue];
