import type { Scenario } from '../scenario';
import { bulkScenarios } from './bulk';
import { forms, skipAgain } from './oneProcess';
import { workers } from './workers';

/** In the order of runs and results. */
export const scenarios: readonly Scenario[] = [...bulkScenarios, forms, skipAgain, workers];
