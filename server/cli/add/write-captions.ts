import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { quietFlags } from './encoding-arguments.ts';
import { inputFlags, inputName } from './probe-source.ts';
import { lastComplaint, runTool } from './run-tool.ts';
import type { TextTrack } from './source-facts.ts';

export interface CaptionsToWrite {
  ffmpeg: string;
  file: string;
  folder: string;
  stem: string;
  texts: readonly TextTrack[];
  signal: AbortSignal;
}

/**
 * Converts the captions of a file to WebVTT, one at a time, so that a damaged track does not affect
 * others.
 * @returns a sentence for each omitted track
 */
export async function writeCaptions({
  ffmpeg,
  file,
  folder,
  stem,
  texts,
  signal,
}: CaptionsToWrite): Promise<string[]> {
  const notes: string[] = [];
  for (const { index, name } of nameCaptions(stem, texts)) {
    const output = ['-map', `0:${index}`, '-c:s', 'webvtt', '-f', 'webvtt', name];
    const run = await runTool({
      program: ffmpeg,
      args: [...quietFlags, ...inputFlags, '-i', inputName(file), ...output],
      cwd: folder,
      signal,
    });
    const isWritten = run.ok && (await stat(join(folder, name)).catch(() => null)) !== null;
    if (isWritten) continue;
    await rm(join(folder, name), { force: true });
    const cause = run.ok ? 'they are empty' : lastComplaint(run.error.message);
    notes.push(`the captions of stream ${index} are left out: ${cause}`);
  }
  return notes;
}

/**
 * Names by which the library finds them. Further captions in the same language get a private
 * subtag.
 */
export function nameCaptions(
  stem: string,
  texts: readonly TextTrack[],
): { index: number; name: string }[] {
  const taken = new Set<string>();
  return texts.map(({ index, language, isForHardOfHearing }) => {
    const wanted = isForHardOfHearing ? `${language}-x-sdh` : language;
    let code = wanted.toLowerCase();
    for (let count = 2; taken.has(code); count += 1)
      code = `${wanted.toLowerCase()}${isForHardOfHearing ? '' : '-x'}-${count}`;
    taken.add(code);
    return { index, name: `${stem}.${code}.vtt` };
  });
}
