import type { LogRecordExporter } from '@opentelemetry/sdk-logs';

/** How an export ended. */
export type ExportResult = Parameters<Parameters<LogRecordExporter['export']>[1]>[0];

/** An exporter of OpenTelemetry. */
export interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** `ExportResultCode.FAILED`, whose enumeration would need a package of its own. */
const failed = 1;

/**
 * An exporter whose exports all end: the library's own time limit is for silence, so a collector
 * that sends its answer byte by byte could hold an export for days.
 * @param onEnd gets each export once; `null` if it succeeded
 */
export function watchExporter<Items>(
  exporter: Exporter<Items>,
  endMs: number,
  onEnd: (items: Items, error: unknown) => void,
): Exporter<Items> {
  return {
    export(items, done) {
      let hasEnded = false;
      const end = (result: ExportResult) => {
        if (hasEnded) return;
        hasEnded = true;
        clearTimeout(timer);
        onEnd(items, result.code === failed ? (result.error ?? new Error('failed')) : null);
        done(result);
      };
      const timer = setTimeout(() => end({ code: failed, error: new Error('no end') }), endMs);
      timer.unref();
      exporter.export(items, end);
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
