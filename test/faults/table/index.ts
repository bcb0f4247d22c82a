import { answers } from './answers';
import { connections } from './connections';
import type { Fault } from './fault';
import { statuses } from './statuses';

export type { Fault } from './fault';

/** In the order of the table's rows. */
export const faults: readonly Fault[] = [...connections, ...statuses, ...answers];
