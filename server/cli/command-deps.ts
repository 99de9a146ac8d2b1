import type { Readable } from 'node:stream';
import type { WriteStream } from 'node:tty';

/** What a command needs of its process. */
export interface CommandDeps {
  env: NodeJS.ProcessEnv;
  /** Absolute path to which relative ones belong. */
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  /** What was asked for, for programs as well. */
  stdout: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  /** What a person should know: progress, warnings, failures. */
  stderr: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  /** Ends the command; it leaves nothing half-made. */
  signal: AbortSignal;
  /** Unix milliseconds. */
  now: () => number;
}
