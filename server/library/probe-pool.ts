import type { ProbePool } from './start-probe-pool.ts';
import { startProbePool } from './start-probe-pool.ts';

/** The threads of this process: they start with the first file, end when there is nothing to do, and keep no process from ending then. */
export const probePool: Omit<ProbePool, 'close'> = startProbePool();
