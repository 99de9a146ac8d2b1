import type { Log, LogFields } from '../log/create-log.ts';

/** An event of the log, as it is exported. */
export interface LogEvent {
  /** Unix milliseconds. */
  timeMs: number;
  level: 'info' | 'warn' | 'error';
  code: string;
  message: string;
  fields: LogFields;
}

/**
 * A log that prints nothing. Its events have what a line of `--log json` has.
 * @param now Unix milliseconds
 */
export function createExportedLog(emit: (event: LogEvent) => void, now: () => number): Log {
  const write = (
    level: LogEvent['level'],
    code: string,
    message: string,
    fields: LogFields | undefined,
  ) => emit({ timeMs: now(), level, code, message, fields: fields ?? {} });
  return {
    info: (code, message, fields) => write('info', code, message, fields),
    warn: (code, message, fields) => write('warn', code, message, fields),
    error: (code, error, fields) =>
      error instanceof Error
        ? write('error', code, error.message, { ...fields, stack: error.stack ?? error.message })
        : write('error', code, String(error), fields),
  };
}

/** @returns a log that writes to both */
export function bothLogs(one: Log, other: Log): Log {
  return {
    info(...event) {
      one.info(...event);
      other.info(...event);
    },
    warn(...event) {
      one.warn(...event);
      other.warn(...event);
    },
    error(...event) {
      one.error(...event);
      other.error(...event);
    },
  };
}
