import type { ProbePool } from './start-probe-pool.ts';
import { startProbePool } from './start-probe-pool.ts';

/**
 * The threads of this process. They start with the first file, end when idle, and do not keep the
 * process alive then.
 */
export const probePool: Omit<ProbePool, 'close'> = startProbePool();
