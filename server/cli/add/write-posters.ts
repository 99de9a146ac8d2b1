import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureLimits } from './add-limits.ts';
import { quietFlags, upright } from './encoding-arguments.ts';
import type { MediaTools } from './find-tools.ts';
import { inputFlags, inputName } from './probe-source.ts';
import { runTool } from './run-tool.ts';
import type { PictureTrack, SourceFacts } from './source-facts.ts';

const { posterPx, posterAtShare, posterAtMaxSec, sharpPosterPx } = pictureLimits;

export interface PostersToWrite {
  tools: MediaTools;
  file: string;
  folder: string;
  stem: string;
  facts: SourceFacts;
  signal: AbortSignal;
}

/**
 * Makes the poster of a film, and a larger one if the film has enough pixels. For audio only, the
 * cover is the poster.
 * @returns whether there is a poster
 */
export async function writePosters(posters: PostersToWrite): Promise<boolean> {
  const { facts } = posters;
  const { picture, coverIndex } = facts;
  if (picture === null)
    return (
      coverIndex !== null &&
      writeFrame(posters, {
        stream: coverIndex,
        seconds: 0,
        side: posterPx,
        filters: [],
      })
    );
  const at = Math.min(facts.durationSeconds * posterAtShare, posterAtMaxSec);
  const frame = {
    stream: picture.index,
    filters: [...upright(picture, posters.tools.canToneMap), 'thumbnail=n=25'],
  };
  // A file may be shorter than stated.
  for (const seconds of [at, 0]) {
    if (!(await writeFrame(posters, { ...frame, seconds, side: posterPx }))) continue;
    if (hasMorePixels(picture))
      await writeFrame(posters, { ...frame, seconds, side: sharpPosterPx });
    return true;
  }
  return false;
}

function hasMorePixels({ width, height }: PictureTrack): boolean {
  return Math.max(width, height) > posterPx;
}

async function writeFrame(
  { tools, file, folder, stem, signal }: PostersToWrite,
  {
    stream,
    seconds,
    side,
    filters,
  }: { stream: number; seconds: number; side: number; filters: string[] },
): Promise<boolean> {
  const name = side === posterPx ? `${stem}.jpg` : `${stem}.2x.jpg`;
  const fit = `scale='min(${side},iw*sar)':'min(${side},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const graph = [...filters, fit, 'setsar=1', 'format=yuvj420p'].join(',');
  const input = [
    '-ss',
    seconds.toFixed(3),
    ...inputFlags,
    '-i',
    inputName(file),
    '-map',
    `0:${stream}`,
  ];
  const run = await runTool({
    program: tools.ffmpeg,
    args: [
      ...quietFlags,
      ...input,
      '-vf',
      graph,
      '-frames:v',
      '1',
      '-q:v',
      '3',
      '-map_metadata',
      '-1',
      '-update',
      '1',
      name,
    ],
    cwd: folder,
    signal,
  });
  return run.ok && (await stat(join(folder, name)).catch(() => null)) !== null;
}
