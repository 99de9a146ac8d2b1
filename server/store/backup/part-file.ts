import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { codeOf } from '../../start/code-of.js';

/** A file that appears under its name only when it is complete. Only this user may read it. */
export interface PartFile {
  /** Where to write meanwhile. */
  part: string;
  /** Syncs the part, and gives it its name. */
  finish(): void;
  discard(): void;
}

/**
 * Creates the part beside its later name. A part of a killed run is overwritten.
 * @returns `FILE_EXISTS`; `NOT_WRITABLE` with the cause
 */
export function createPartFile(file: string): Result<PartFile, 'FILE_EXISTS' | 'NOT_WRITABLE'> {
  const part = join(dirname(file), `.${basename(file)}.part`);
  try {
    if (statSync(file, { throwIfNoEntry: false }) !== undefined)
      return err('FILE_EXISTS', `${file} exists already.`);
    rmSync(part, { force: true });
    closeSync(openSync(part, 'wx', 0o600));
  } catch (error) {
    return err('NOT_WRITABLE', `${file} cannot be written (${codeOf(error)}).`);
  }
  return ok({
    part,
    finish() {
      sync(part);
      renameSync(part, file);
      sync(dirname(file));
    },
    discard: () => rmSync(part, { force: true }),
  });
}

/** Syncs a file, or the names in a directory. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
