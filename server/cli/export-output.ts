import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { codeOf } from '../code-of.js';

/** Where rows go. */
export interface ExportOutput {
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

export function outputTo(stream: NodeJS.WritableStream): ExportOutput {
  // A reader that goes is told by an error, also of what was written before.
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
 * Into a file beside it, which takes its place at the end. Only this user may read it.
 * @param file absolute path
 * @returns `NOT_WRITABLE`, before any row was read, with the cause and what to do about it
 */
export async function outputToFile(file: string): Promise<Result<ExportOutput, 'NOT_WRITABLE'>> {
  const part = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return err('NOT_WRITABLE', `${file} is a directory; give a file in it with --output.`);
  // Events say what viewers watched. What lies there of a run that was killed is not gone on with, and no link there is followed.
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
    return 'make its directory first, or give another with --output';
  return 'allow this user to write there, or give another with --output';
}
