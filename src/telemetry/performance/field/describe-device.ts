import { performanceLimits } from '../../../../shared/limits/performance-limits.ts';
import type {
  DeviceClass,
  FieldPerformance,
} from '../../../../shared/telemetry/field-performance.ts';

/** The part of `navigator` that is read; Chromium has all of it. */
export interface DeviceReadings {
  hardwareConcurrency?: number;
  /** Device Memory: GiB, rounded to a power of two. */
  deviceMemory?: number;
  /** Network Information. */
  connection?: { effectiveType?: string; saveData?: boolean };
}

/** Describes a device so coarsely that it does not single out a viewer. */
export function describeDevice({
  hardwareConcurrency: cores,
  deviceMemory: memoryGb,
  connection,
}: DeviceReadings): FieldPerformance['device'] {
  return {
    class: classOf(cores, memoryGb),
    connection: connection?.effectiveType ?? null,
    isSavingData: connection?.saveData === true,
  };
}

function classOf(cores: number | undefined, memoryGb: number | undefined): DeviceClass | null {
  if (cores === undefined && memoryGb === undefined) return null;
  if (
    (cores ?? performanceLimits.highCoresCount) <= performanceLimits.lowCoresCount ||
    (memoryGb ?? performanceLimits.highMemoryGb) <= performanceLimits.lowMemoryGb
  )
    return 'low';
  const isHigh =
    (cores ?? 0) >= performanceLimits.highCoresCount &&
    (memoryGb ?? performanceLimits.highMemoryGb) >= performanceLimits.highMemoryGb;
  return isHigh ? 'high' : 'medium';
}
