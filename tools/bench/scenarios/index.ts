import type { Scenario } from '../scenario';
import { executions } from './executions';
import { interactive } from './interactive';
import { load } from './load';
import { memory } from './memory';
import { networkScenarios } from './networks';
import { otherClient } from './otherClient';
import { overhead } from './overhead';
import { simulation64 } from './simulation64';
import { skipAgain } from './skipAgain';
import { workers } from './workers';

/** In the order of runs and results. */
export const scenarios: readonly Scenario[] = [
	...networkScenarios,
	executions,
	skipAgain,
	interactive,
	workers,
	otherClient,
	simulation64,
	overhead,
	memory,
	load,
];
