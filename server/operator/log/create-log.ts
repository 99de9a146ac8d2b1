import { inspect } from 'node:util';
import { visibleLine, visibleText } from './visible-text.js';

/** Words and numbers of a log line. They must not identify a viewer or contain a secret. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** The server's own log. Terminal control characters in it are made visible. */
export interface Log {
  /** @param code the same for events of one kind: `LISTENING` */
  info(code: string, message: string, fields?: LogFields): void;
  warn(code: string, message: string, fields?: LogFields): void;
  /** @param error a sentence, or the thrown error */
  error(code: string, error: unknown, fields?: LogFields): void;
}

export interface LogDeps {
  format: 'text' | 'json';
  print(line: string): void;
  printError(text: string): void;
  /** Unix milliseconds. */
  now(): number;
}

/**
 * `json` prints one line an event, all on stdout, for programs. `text` prints sentences for people,
 * with errors on stderr.
 */
export function createLog({ format, print, printError, now }: LogDeps): Log {
  if (format === 'text')
    return {
      info: (_code, message) => print(visibleLine(message)),
      warn: (_code, message) => printError(`warning: ${visibleLine(message)}`),
      error: (_code, error, fields) =>
        printError(
          typeof error === 'string'
            ? visibleLine(error)
            : visibleText(fields === undefined ? inspect(error) : withFields(error, fields)),
        ),
    };
  // JSON escapes only the control characters of ASCII.
  const write = (level: string, code: string, message: string, fields: LogFields = {}) =>
    print(
      visibleLine(
        JSON.stringify({ time: new Date(now()).toISOString(), level, code, message, ...fields }),
      ),
    );
  return {
    info: (code, message, fields) => write('info', code, message, fields),
    warn: (code, message, fields) => write('warn', code, message, fields),
    error: (code, error, fields) =>
      write('error', code, messageOf(error), { ...fields, ...stackOf(error) }),
  };
}

/** For callers that need no log. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function stackOf(error: unknown): LogFields {
  return error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {};
}

function withFields(error: unknown, fields: LogFields): string {
  const parts = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${stack}\n    (${parts.join(', ')})`;
}
