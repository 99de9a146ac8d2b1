import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoFiles } from './group-files.ts';
import { readJsonFile } from './read-json-file.ts';
import type { Sidecar } from './sidecar.ts';
import { sidecarSchema } from './sidecar.ts';

/**
 * What the operator says of a video. A file with a mistake is ignored, but for one thing: if it speaks of who may embed or watch, and nobody
 * can tell what it says, nobody watches before it is put right.
 * @returns a sentence about what is wrong
 */
export async function readSidecar(
  mediaDir: string,
  { sidecar }: VideoFiles,
): Promise<{ sidecar: Sidecar; problem: string | null }> {
  if (sidecar === null) return { sidecar: {}, problem: null };
  const read = await readJsonFile(join(mediaDir, sidecar), sidecar, sidecarSchema);
  if (read.ok) return { sidecar: read.value, problem: null };
  const { message } = read.error;
  const text = await readFile(join(mediaDir, sidecar), 'utf8').catch(() => '');
  return /"(private|embedDomains)"/.test(text)
    ? { sidecar: { private: true }, problem: `${message}; the video is private until this is put right.` }
    : { sidecar: {}, problem: `${message}; the file is ignored.` };
}
