import { httpLimits } from '../limits/http-limits.ts';

/** For the store, the library, the log and the threads beside the server. */
const reservedCount = 256;
/** A process that may open very few keeps a quarter of them back. */
const reservedShare = 0.25;
const filesShare = 0.25;

/** How many of its descriptors the process may spend on clients. */
export interface DescriptorShares {
  connections: number;
  files: number;
}

/**
 * Divides the descriptors that the process may open, so that accepting connections and sending files never ends in EMFILE.
 * @param maxCount `openFilesMaxCount()`
 */
export function shareDescriptors(maxCount: number): DescriptorShares {
  const usable = Math.floor(maxCount - Math.min(reservedCount, maxCount * reservedShare));
  const files = Math.min(httpLimits.fileAnswersMaxCount.value, Math.floor(usable * filesShare));
  return { connections: Math.min(httpLimits.connectionsMaxCount.value, usable - files), files };
}

/** @returns how many files this process may have open; Node raises the soft limit to the hard one when it starts */
export function openFilesMaxCount(): number {
  const soft = Number(processReport().userLimits?.open_files?.soft);
  // Windows has no such limit, and elsewhere it may be "unlimited".
  return Number.isFinite(soft) ? soft : Number.MAX_SAFE_INTEGER;
}

/** The parts of Node's diagnostic report that are read here; the types of Node lack them. */
interface ProcessReport {
  userLimits?: { open_files?: { soft?: number | string } };
}

function processReport(): ProcessReport {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  const { excludeNetwork } = report;
  // Else it would ask the name server for the name of each connection's other end.
  report.excludeNetwork = true;
  const made = report.getReport() as ProcessReport;
  report.excludeNetwork = excludeNetwork;
  return made;
}
