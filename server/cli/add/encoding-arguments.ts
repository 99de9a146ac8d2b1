import { encodingLimits } from './add-limits.ts';
import type { Rendition } from './plan-ladder.ts';
import { inputFlags, inputName } from './probe-source.ts';
import type { PictureTrack, SoundTrack, SourceFacts } from './source-facts.ts';
import { type StoryboardPlan, sheetName, storyboardFilters } from './storyboard.ts';

const { keyframeSec, soundBitrate, segmentSec } = encodingLimits;

/** Log errors only, and never prompt. */
export const quietFlags = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'];

/** Subfolder of a video's folder; separate, because the video may have any name. */
export const tracksFolder = 'tracks';

/** Removes the file's metadata, such as place and camera. The sidecar has the facts for viewers. */
const noMetadata = ['-map_metadata', '-1', '-map_chapters', '-1'];

export interface EncodingPlan {
  file: string;
  facts: SourceFacts;
  renditions: readonly Rendition[];
  storyboard: StoryboardPlan | null;
  stem: string;
  canToneMap: boolean;
}

/**
 * Encodes all renditions, audio tracks and the storyboard from one decoding.
 * @returns arguments for ffmpeg, which writes the files into its working directory
 */
export function encodingArguments({
  file,
  facts,
  renditions,
  storyboard,
  stem,
  canToneMap,
}: EncodingPlan): string[] {
  const { picture, sounds } = facts;
  const args = [...quietFlags, '-progress', 'pipe:1', ...inputFlags, '-i', inputName(file)];
  if (picture !== null) {
    args.push('-filter_complex', pictureGraph(picture, renditions, storyboard, canToneMap));
    for (const [index, rendition] of renditions.entries())
      args.push(...renditionOutput(rendition, index));
    if (storyboard !== null) args.push('-map', '[board]', ...sheetOutput(stem));
  }
  for (const [index, sound] of sounds.entries()) args.push(...soundOutput(sound, index));
  return args;
}

/** Makes only a storyboard, for a film that is not encoded. */
export function storyboardArguments(
  file: string,
  picture: PictureTrack,
  plan: StoryboardPlan,
  { stem, canToneMap }: { stem: string; canToneMap: boolean },
): string[] {
  const filters = [...upright(picture, canToneMap), storyboardFilters(plan)].join(',');
  const input = ['-progress', 'pipe:1', ...inputFlags, '-i', inputName(file)];
  return [
    ...quietFlags,
    ...input,
    '-map',
    `0:${picture.index}`,
    '-vf',
    filters,
    ...sheetOutput(stem),
  ];
}

/** @returns the file name of an audio track, without extension */
export function soundName(index: number): string {
  return index === 0 ? 'audio' : `audio-${index + 1}`;
}

function pictureGraph(
  picture: PictureTrack,
  renditions: readonly Rendition[],
  storyboard: StoryboardPlan | null,
  canToneMap: boolean,
): string {
  const outputs = [
    ...renditions.map((_, index) => `[s${index}]`),
    ...(storyboard === null ? [] : ['[sheet]']),
  ];
  const frames = [...upright(picture, canToneMap), `fps=${picture.frameRate}`];
  const scaled = renditions.map(
    ({ width, height }, index) =>
      `[s${index}]scale=${width}:${height}:flags=bicubic,setsar=1,format=yuv420p[v${index}]`,
  );
  const board = storyboard === null ? [] : [`[sheet]${storyboardFilters(storyboard)}[board]`];
  const split = `[0:${picture.index}]${frames.join(',')},split=${outputs.length}${outputs.join('')}`;
  return [split, ...scaled, ...board].join(';');
}

/** Filters for a picture that all screens can display. ffmpeg itself rotates it. */
export function upright({ isInterlaced, isHdr }: PictureTrack, canToneMap: boolean): string[] {
  const filters = isInterlaced ? ['bwdif=mode=send_frame'] : [];
  if (isHdr && canToneMap)
    filters.push(
      'zscale=t=linear:npl=100',
      'format=gbrpf32le',
      'zscale=p=bt709',
      'tonemap=tonemap=hable:desat=0',
      'zscale=t=bt709:m=bt709:r=tv',
      'format=yuv420p',
    );
  return filters;
}

function renditionOutput({ name, maxBitrate }: Rendition, index: number): string[] {
  return [
    ...['-map', `[v${index}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high'],
    ...['-crf', '22', '-maxrate', String(maxBitrate), '-bufsize', String(maxBitrate * 2)],
    // Without B-frames, decoding and presentation times are equal, and players need no edit list.
    ...['-bf', '0', '-sc_threshold', '0', '-g', '600'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${keyframeSec})`],
    ...hlsOutput(name, 'cmfv'),
  ];
}

function soundOutput({ index: stream, channels }: SoundTrack, index: number): string[] {
  return [
    ...['-map', `0:${stream}`, '-c:a', 'aac', '-b:a', String(soundBitrate)],
    ...['-ac', String(Math.min(2, channels)), '-ar', '48000'],
    ...hlsOutput(soundName(index), 'cmfa'),
  ];
}

/**
 * One file for each track, whose playlist uses byte ranges: a library of a thousand films then has
 * some thousands of files, not a million.
 */
function hlsOutput(name: string, extension: string): string[] {
  return [
    ...noMetadata,
    ...['-f', 'hls', '-hls_time', String(segmentSec), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file+independent_segments'],
    ...[
      '-hls_segment_filename',
      `${tracksFolder}/${name}.${extension}`,
      `${tracksFolder}/${name}.m3u8`,
    ],
  ];
}

function sheetOutput(stem: string): string[] {
  const name = sheetName(stem, '%d');
  return [...noMetadata, '-q:v', '4', '-f', 'image2', '-start_number', '1', name];
}
