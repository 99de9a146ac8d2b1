import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { codeOf } from '../start/code-of.js';

/** Destination of exported rows. */
export interface ExportOutput {
  /** Resolves when the output has room for more. */
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** For a dry run. */
export const noOutput: ExportOutput = {
  write: async () => {},
  finish: async () => {},
  discard: async () => {},
};

export function outputTo(stream: NodeJS.WritableStream): ExportOutput {
  // If the reader goes away, the stream emits an error, even for text written earlier.
  let failure: Error | null = null;
  stream.on('error', (error: Error) => {
    failure = error;
  });
  return {
    async write(text) {
      if (failure !== null) throw failure;
      if (text === '' || stream.write(text)) return;
      await once(stream, 'drain');
    },
    async finish() {
      if (failure !== null) throw failure;
    },
    discard: async () => {},
  };
}

/**
 * Writes to a temporary file beside the target, and renames it at the end. Only this user may read
 * it.
 * @param file absolute path
 * @returns `NOT_WRITABLE` before any row is read, with the cause and what to do about it
 */
export async function outputToFile(file: string): Promise<Result<ExportOutput, 'NOT_WRITABLE'>> {
  const part = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return err('NOT_WRITABLE', `${file} is a directory; use --output with a file in it.`);
  // The rows are private: `wx` fails on a link at this path instead of following it. A part file of
  // a killed run is deleted, not continued.
  await rm(part, { force: true }).catch(() => {});
  const stream = createWriteStream(part, { flags: 'wx', mode: 0o600 });
  try {
    await once(stream, 'open');
  } catch (error) {
    return err(
      'NOT_WRITABLE',
      `${file} cannot be written (${codeOf(error)}); ${fixOf(codeOf(error))}.`,
    );
  }
  const { write } = outputTo(stream);
  return ok({
    write,
    async finish() {
      stream.end();
      await once(stream, 'finish');
      await rename(part, file);
    },
    async discard() {
      stream.destroy();
      if (!stream.closed) await once(stream, 'close');
      await rm(part, { force: true });
    },
  });
}

function fixOf(code: string): string {
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return 'create its directory first, or choose another file with --output';
  return 'give this user write access, or choose another file with --output';
}
