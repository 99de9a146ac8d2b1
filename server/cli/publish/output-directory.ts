import { accessSync, constants, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { codeOf } from '../../start/code-of.js';

/** Marks a directory as ours, so that the next call may replace it. */
const marker = '.offstage';
const readByAnybody = 0o755;

/** Collects files until all are complete. */
export interface Output {
  /** Absolute path of the temporary directory, beside the target. */
  stage: string;
  /** Moves it to the target. */
  finish(): Promise<Result<void, OutputProblem>>;
  discard(): Promise<void>;
}

export type OutputProblem = 'OUT_NOT_A_DIRECTORY' | 'OUT_NOT_EMPTY' | 'OUT_UNWRITABLE';

/**
 * Writes to a temporary directory beside the target, and swaps them at the end. An upload in
 * between gets all of the old files or all of the new.
 * @param wanted absolute path; the directory must be empty, or from an earlier call
 * @param isDryRun collects the files elsewhere, and removes them at the end
 */
export async function openOutput(
  wanted: string,
  isDryRun = false,
): Promise<Result<Output, OutputProblem>> {
  const found = inspect(wanted);
  if (!found.ok) return found;
  const directory = found.value;
  const parent = isDryRun ? tmpdir() : dirname(directory);
  let stage: string;
  try {
    if (isDryRun) accessSync(presentParent(directory), constants.W_OK | constants.X_OK);
    await mkdir(parent, { recursive: true });
    stage = await mkdtemp(join(parent, `.${basename(directory)}-`));
    await chmod(stage, readByAnybody);
  } catch (error) {
    return unwritable(directory, error);
  }
  const discard = () => rm(stage, { recursive: true, force: true });
  return ok({
    stage,
    discard,
    async finish() {
      if (isDryRun) {
        await discard();
        return ok(undefined);
      }
      try {
        await writeFile(
          join(stage, marker),
          'Written by offstage publish, which replaces this directory on its next run.\n',
        );
        const old = `${stage}-old`;
        const isReplaced = await renameIfThere(directory, old);
        await rename(stage, directory);
        if (isReplaced) await rm(old, { recursive: true, force: true });
        return ok(undefined);
      } catch (error) {
        await discard();
        return unwritable(directory, error);
      }
    },
  });
}

/** @returns the nearest directory that exists */
function presentParent(directory: string): string {
  const parent = dirname(directory);
  return existsSync(parent) || parent === directory ? parent : presentParent(parent);
}

/** @returns the real path, so that a link stays a link */
function inspect(wanted: string): Result<string, OutputProblem> {
  try {
    if (lstatSync(wanted, { throwIfNoEntry: false }) === undefined) return ok(wanted);
    const directory = realpathSync(wanted);
    const names = readdirSync(directory);
    return names.length === 0 || names.includes(marker)
      ? ok(directory)
      : err(
          'OUT_NOT_EMPTY',
          `--out ${wanted} contains files that offstage publish did not write; choose an empty or new directory.`,
        );
  } catch (error) {
    return codeOf(error) === 'ENOTDIR'
      ? err('OUT_NOT_A_DIRECTORY', `--out ${wanted} is a file; choose a directory.`)
      : unwritable(wanted, error);
  }
}

async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function unwritable(directory: string, error: unknown): Result<never, OutputProblem> {
  return err(
    'OUT_UNWRITABLE',
    `--out ${directory} cannot be written (${codeOf(error)}); give this user write access, or choose another directory.`,
  );
}
