export type { CallTarget, Fault } from './faults';
export {
	DEFAULT_API_KEY,
	DEFAULT_CALLS_PER_SECOND,
	startSandbox,
	type Sandbox,
	type SandboxOptions,
} from './startSandbox';
export type { Call, Latency, Operation, Registrant, Webinar } from './types';
