import { connections } from './connections';
import type { Fault } from './fault';
import { responses } from './responses';
import { statuses } from './statuses';

export type { Fault } from './fault';

/** In the order of the report's rows. */
export const faults: readonly Fault[] = [...connections, ...statuses, ...responses];
