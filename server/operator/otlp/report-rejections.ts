import { DiagLogLevel, diag } from '@opentelemetry/api';
import * as z from 'zod';
import type { Exported } from './watch-exports.ts';

const count = z.number().int().positive().optional();
const rejectedSchema = z.object({ rejectedLogRecords: count, rejectedDataPoints: count });

/**
 * Reports what a collector rejects of exports that it answers with success (OTLP, “Partial
 * Success”). The library only writes this into its own log, of which a process has one.
 * @param report gets the number of rejected log records or data points
 */
export function reportRejections(report: (what: Exported, rejectedCount: number) => void): void {
  const ignore = () => {};
  const warn = (...texts: unknown[]) => {
    for (const text of texts) {
      const { rejectedLogRecords, rejectedDataPoints } = rejectedIn(text);
      if (rejectedLogRecords !== undefined) report('log', rejectedLogRecords);
      if (rejectedDataPoints !== undefined) report('metrics', rejectedDataPoints);
    }
  };
  diag.setLogger(
    { warn, error: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

function rejectedIn(text: unknown): z.infer<typeof rejectedSchema> {
  try {
    return rejectedSchema.parse(JSON.parse(String(text)));
  } catch {
    // Another warning.
    return {};
  }
}
