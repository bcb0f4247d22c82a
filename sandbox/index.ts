export type { CallTarget, Fault } from './faults';
export { NO_BROWSER } from './firewall';
export { faultNames, isFaultName, namedFaults, type FaultName } from './namedFaults';
export {
	DEFAULT_API_KEY,
	DEFAULT_CALLS_PER_SECOND,
	startSandbox,
	type Sandbox,
	type SandboxOptions,
} from './startSandbox';
export type { Call, Latency, Operation, Registrant, Webinar } from './types';
