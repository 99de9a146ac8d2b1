import { inspect } from 'node:util';
import { visibleLine, visibleText } from '../visible-text.ts';

/** Words and numbers that go with a line. Nothing that a viewer or a secret could be known by. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** What the server says of itself. Nothing in it is obeyed by a terminal. */
export interface Log {
  /** @param code the same for the same kind of event: `LISTENING` */
  info(code: string, message: string, fields?: LogFields): void;
  warn(code: string, message: string, fields?: LogFields): void;
  /** @param error a sentence, or what was thrown */
  error(code: string, error: unknown, fields?: LogFields): void;
}

export interface LogDeps {
  format: 'text' | 'json';
  print(line: string): void;
  printError(text: string): void;
  /** Unix milliseconds. */
  now(): number;
}

/** `json`: a line an event, all on standard output, for programs. `text`: sentences for people, what went wrong on standard error. */
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
  // JSON has escapes for the control characters of ASCII alone.
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

/** For who does not listen. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function stackOf(error: unknown): LogFields {
  return error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {};
}

function withFields(error: unknown, fields: LogFields): string {
  const told = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${stack}\n    (${told.join(', ')})`;
}
