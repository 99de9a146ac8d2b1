import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { diskFull, isFull, notEncoded, stopped } from './add-failures.ts';
import { encodingLimits } from './add-limits.ts';
import {
  encodingArguments,
  quietFlags,
  storyboardArguments,
  tracksFolder,
} from './encoding-arguments.ts';
import type { MediaTools, MissingTools } from './find-tools.ts';
import { masterPlaylist } from './master-playlist.ts';
import type { Rendition } from './plan-ladder.ts';
import type { VideoPlan } from './plan-video.ts';
import { inputFlags, inputName } from './probe-source.ts';
import { lastComplaint, runTool } from './run-tool.ts';
import type { SourceFacts } from './source-facts.ts';
import { planStoryboard, storyboardVtt } from './storyboard.ts';
import { writeCaptions } from './write-captions.ts';
import { writePosters } from './write-posters.ts';

const { lengthMinShare, lengthSlackSec } = encodingLimits;

export interface VideoToMake {
  /** Absolute path. */
  file: string;
  tools: MediaTools | MissingTools;
  signal: AbortSignal;
  /** Gets the completed share of the work, 0 to 1. */
  onProgress: (part: number) => void;
  /** Stem of the names of the video's files. */
  stem: string;
  bytes: number;
  facts: SourceFacts;
}

/**
 * Makes a video's files.
 * @param plan `null` for a copy without any tools
 * @param folder target folder
 * @returns notes for the operator
 */
export async function makeVideo(
  video: VideoToMake,
  plan: VideoPlan | null,
  folder: string,
): Promise<Result<string[]>> {
  const { file, stem, facts, tools, signal, onProgress } = video;
  if (plan === null || 'missing' in tools) {
    await copyFile(video, join(folder, stem + facts.container));
    const note =
      'missing' in tools
        ? `added as it is, without poster, storyboard or other qualities: ${tools.missing}`
        : '';
    return signal.aborted ? stopped() : ok([note]);
  }
  const notes = notesOf(facts, tools);
  const made =
    plan.type === 'ladder'
      ? await makeLadder(video, tools, plan.ladder, folder)
      : await copyFilm(video, tools, plan.extension, folder);
  if (!made.ok) return made;
  notes.push(...made.value);
  const hasPoster = await writePosters({ tools, file, folder, stem, facts, signal });
  if (!hasPoster && facts.picture !== null) notes.push('no poster could be made');
  notes.push(
    ...(await writeCaptions({
      ffmpeg: tools.ffmpeg,
      file,
      folder,
      stem,
      texts: facts.texts,
      signal,
    })),
  );
  onProgress(1);
  return signal.aborted ? stopped() : ok(notes);
}

function notesOf(
  { picture, sounds, pictureTextCount }: SourceFacts,
  { canToneMap }: MediaTools,
): string[] {
  const notes: string[] = [];
  if (picture === null) notes.push('it has no picture, only sound');
  else if (sounds.length === 0) notes.push('it has no sound');
  if (picture?.isHdr)
    notes.push(
      canToneMap
        ? 'its HDR picture is converted to SDR'
        : 'its colours may be pale: this ffmpeg cannot convert HDR to SDR (it lacks zscale)',
    );
  if (picture?.isVariable)
    notes.push(`its frame rate varies; its renditions have ${picture.frameRate} frames per second`);
  if (pictureTextCount > 0)
    notes.push(
      `${pictureTextCount} of its caption tracks are left out: they are pictures, not text`,
    );
  return notes;
}

async function makeLadder(
  { file, stem, facts, signal, onProgress }: VideoToMake,
  tools: MediaTools,
  ladder: Rendition[],
  folder: string,
): Promise<Result<string[]>> {
  const { picture, sounds, durationSeconds } = facts;
  const storyboard = picture && planStoryboard(picture, durationSeconds);
  await mkdir(join(folder, tracksFolder));
  const run = await runTool({
    program: tools.ffmpeg,
    args: encodingArguments({
      file,
      facts,
      renditions: ladder,
      storyboard,
      stem,
      canToneMap: tools.canToneMap,
    }),
    cwd: folder,
    signal,
    onLine: progressOf(durationSeconds, onProgress),
  });
  if (!run.ok) return run.error.code === 'STOPPED' ? stopped() : notEncoded(run.error.message);
  // ffmpeg continues although it cannot write.
  if (isFull(run.value.complaint)) return diskFull();
  const frameRate = picture?.frameRate ?? '0';
  const master = await masterPlaylist(folder, { renditions: ladder, sounds, frameRate });
  if (master.seconds < durationSeconds * lengthMinShare - lengthSlackSec)
    return err(
      'CUT_OFF',
      `its declared length is ${durationSeconds.toFixed(1)} s, but it ends after ${master.seconds.toFixed(1)} s: it is truncated or damaged; copy it again`,
    );
  await writeFile(join(folder, `${stem}.m3u8`), master.text);
  if (storyboard !== null)
    await writeFile(
      join(folder, `${stem}.storyboard.vtt`),
      storyboardVtt(stem, storyboard, durationSeconds),
    );
  const { complaint } = run.value;
  return ok(complaint === '' ? [] : [`parts of it are damaged (${lastComplaint(complaint)})`]);
}

/** @returns a function that reads ffmpeg's lines of progress */
function progressOf(
  durationSeconds: number,
  onProgress: (part: number) => void,
): (line: string) => void {
  return (line) => {
    const time = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (time !== undefined) onProgress(Math.min(0.99, Number(time) / 1_000_000 / durationSeconds));
  };
}

/**
 * Copies the film without encoding, and makes a storyboard. An MP4 gets its index at the beginning,
 * where players look first.
 */
async function copyFilm(
  video: VideoToMake,
  tools: MediaTools,
  extension: '.mp4' | '.webm',
  folder: string,
): Promise<Result<string[]>> {
  const { file, stem, facts, signal } = video;
  const name = stem + extension;
  if (extension === '.webm') await copyFile(video, join(folder, name));
  else {
    const maps = [facts.picture, ...facts.sounds].flatMap((track) =>
      track === null ? [] : ['-map', `0:${track.index}`],
    );
    const output = [
      ...maps,
      '-c',
      'copy',
      '-movflags',
      '+faststart',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      name,
    ];
    const args = [...quietFlags, ...inputFlags, '-i', inputName(file), ...output];
    const run = await runTool({ program: tools.ffmpeg, args, cwd: folder, signal });
    if (!run.ok) return run.error.code === 'STOPPED' ? stopped() : notEncoded(run.error.message);
  }
  if (facts.picture === null) return ok([]);
  const plan = planStoryboard(facts.picture, facts.durationSeconds);
  const args = storyboardArguments(file, facts.picture, plan, {
    stem,
    canToneMap: tools.canToneMap,
  });
  const onLine = progressOf(facts.durationSeconds, video.onProgress);
  const run = await runTool({ program: tools.ffmpeg, args, cwd: folder, signal, onLine });
  if (!run.ok) return ok([`no storyboard could be made (${lastComplaint(run.error.message)})`]);
  await writeFile(
    join(folder, `${stem}.storyboard.vtt`),
    storyboardVtt(stem, plan, facts.durationSeconds),
  );
  return ok([]);
}

/** Copies in chunks, for files of any size. */
async function copyFile(
  { file, bytes, signal, onProgress }: VideoToMake,
  to: string,
): Promise<void> {
  let copied = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      copied += chunk.length;
      onProgress(Math.min(0.99, copied / bytes));
      done(null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(file), count, createWriteStream(to), { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
