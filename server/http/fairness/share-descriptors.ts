import { socketLimits } from '../answer-limits.ts';
import { httpLimits } from '../http-limits.ts';

const { reservedCount, reservedShare, filesShare } = socketLimits;

/** Descriptors that the process may use for clients. */
export interface DescriptorShares {
  connections: number;
  files: number;
}

/**
 * Divides the process's descriptors, so that accepting connections and sending files never fail
 * with EMFILE.
 * @param maxCount `openFilesMaxCount()`
 */
export function shareDescriptors(maxCount: number): DescriptorShares {
  const usable = Math.floor(maxCount - Math.min(reservedCount, maxCount * reservedShare));
  const files = Math.min(httpLimits.fileAnswersMaxCount.value, Math.floor(usable * filesShare));
  return { connections: Math.min(httpLimits.connectionsMaxCount.value, usable - files), files };
}

/**
 * @returns the maximum open files of this process; Node raises the soft limit to the hard one when
 *   it starts
 */
export function openFilesMaxCount(): number {
  const soft = Number(processReport().userLimits?.open_files?.soft);
  // Windows has no such limit, and elsewhere it may be "unlimited".
  return Number.isFinite(soft) ? soft : Number.MAX_SAFE_INTEGER;
}

/** The fields of Node's diagnostic report that are used here; Node's types lack them. */
interface ProcessReport {
  userLimits?: { open_files?: { soft?: number | string } };
}

function processReport(): ProcessReport {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  const { excludeNetwork } = report;
  // Otherwise the report would do a DNS lookup for the peer of each connection.
  report.excludeNetwork = true;
  const made = report.getReport() as ProcessReport;
  report.excludeNetwork = excludeNetwork;
  return made;
}
