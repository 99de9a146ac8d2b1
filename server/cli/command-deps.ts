import type { Readable } from 'node:stream';
import type { WriteStream } from 'node:tty';

/** Everything that a command uses of its process. */
export interface CommandDeps {
  env: NodeJS.ProcessEnv;
  /** Absolute path; relative paths are resolved against it. */
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  /** The command's result, which other programs may read. */
  stdout: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  /** Messages for people: progress, warnings, failures. */
  stderr: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  /** Stops the command, which then removes unfinished output. */
  signal: AbortSignal;
  /** Unix milliseconds. */
  now: () => number;
}
