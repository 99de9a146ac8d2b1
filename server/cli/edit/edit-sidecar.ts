import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Chapter } from '../../../shared/player/player-response.ts';
import { firstIssue } from '../../../shared/tools/issue.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { parseSidecar } from '../../library/sidecars/parse-sidecar.ts';
import { sidecarSchema } from '../../library/sidecars/sidecar.ts';

/** Changed keys of a video's JSON file. */
export interface SidecarEdits {
  title?: string;
  author?: string;
  description?: string;
  private?: boolean;
  chapters?: readonly Chapter[];
}

/** A JSON file before and after its change. */
export interface EditedSidecar {
  before: Readonly<Record<string, unknown>>;
  text: string;
}

/**
 * Changes keys of a JSON file, and keeps all others with their order.
 * @param file absolute path; `null` if the video has none
 * @param removed keys to remove
 * @returns `BAD_SIDECAR` for a file that has to be corrected by hand first,
 *   `BAD_VALUE` for a value beyond the limits
 */
export async function editSidecar(
  file: string | null,
  edits: SidecarEdits,
  removed: readonly string[] = [],
): Promise<Result<EditedSidecar, 'BAD_SIDECAR' | 'BAD_VALUE'>> {
  const checked = z.safeParse(sidecarSchema, edits);
  if (!checked.success) return err('BAD_VALUE', `${firstIssue(checked.error.issues)}.`);
  const text = file === null ? '{}' : (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  const [doubt] = parseSidecar(text).doubts;
  if (doubt !== undefined)
    return err('BAD_SIDECAR', `${file}: ${doubt}; correct it by hand first.`);
  const before: Record<string, unknown> = JSON.parse(text);
  const kept = Object.entries(before).filter(([key]) => !removed.includes(key));
  const after = { ...Object.fromEntries(kept), ...edits };
  return ok({ before, text: `${JSON.stringify(after, null, 2)}\n` });
}
