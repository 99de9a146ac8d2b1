import { encodingLimits } from '../add/add-limits.ts';
import { quietFlags, upright } from '../add/encoding-arguments.ts';
import type { Rendition } from '../add/plan-ladder.ts';
import { inputFlags, inputName } from '../add/probe-source.ts';
import type { PictureTrack, SourceFacts } from '../add/source-facts.ts';
import { liveLimits } from './live-limits.ts';

/** Where the encoder reads: from its standard input, or a file at the speed of playback. */
export type EncoderInput =
  | { type: 'pipe'; format: 'flv' | 'mpegts' }
  | { type: 'file'; file: string };

export interface LivePlan {
  input: EncoderInput;
  facts: Pick<SourceFacts, 'picture' | 'sounds'>;
  renditions: readonly Rendition[];
  /** Whether the picture's shape is another than that of the renditions, so that it gets bars. */
  hasBars: boolean;
  hasParts: boolean;
  canToneMap: boolean;
}

/** Number of the first pipe of an encoder’s output. */
export const firstOutputPipe = 3;

/**
 * Encodes every rendition and the first audio track, each as fragmented MP4 into a pipe of its own.
 */
export function liveArguments(plan: LivePlan): string[] {
  const { input, facts, renditions, hasParts } = plan;
  const [sound] = facts.sounds;
  const args = [...quietFlags, ...inputArguments(input)];
  if (facts.picture !== null) args.push('-filter_complex', pictureGraph(facts.picture, plan));
  for (const [index, { maxBitrate }] of renditions.entries())
    args.push(
      ...['-map', `[v${index}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high'],
      ...(hasParts ? ['-tune', 'zerolatency'] : []),
      ...['-crf', '23', '-maxrate', String(maxBitrate), '-bufsize', String(maxBitrate)],
      ...['-bf', '0', '-sc_threshold', '0', '-g', '600'],
      ...['-force_key_frames', `expr:gte(t,n_forced*${liveLimits.segmentSec})`],
      ...fragmented(firstOutputPipe + index, hasParts),
    );
  if (sound !== undefined)
    args.push(
      ...['-map', `0:${sound.index}`, '-c:a', 'aac', '-b:a', String(encodingLimits.soundBitrate)],
      // Silence where the sender left sound out, so that it stays beside the picture.
      ...['-af', 'aresample=async=1:first_pts=0', '-ac', '2', '-ar', '48000'],
      ...fragmented(firstOutputPipe + renditions.length, hasParts),
    );
  return args;
}

function inputArguments(input: EncoderInput): string[] {
  if (input.type === 'file') return ['-re', ...inputFlags, '-i', inputName(input.file)];
  return ['-f', input.format, '-protocol_whitelist', 'pipe', '-i', 'pipe:0'];
}

function pictureGraph(
  picture: PictureTrack,
  { renditions, hasBars, canToneMap }: LivePlan,
): string {
  const frames = [...upright(picture, canToneMap), `fps=${picture.frameRate}:start_time=0`];
  const outputs = renditions.map((_, index) => `[s${index}]`).join('');
  const scaled = renditions.map(({ width, height }, index) => {
    const size = `${width}:${height}`;
    const scale = hasBars
      ? `scale=${size}:flags=bicubic:force_original_aspect_ratio=decrease,pad=${size}:-1:-1`
      : `scale=${size}:flags=bicubic`;
    return `[s${index}]${scale},setsar=1,format=yuv420p[v${index}]`;
  });
  const split = `[0:${picture.index}]${frames.join(',')},split=${renditions.length}${outputs}`;
  return [split, ...scaled].join(';');
}

/** A fragment for each part, or for each segment. */
function fragmented(pipe: number, hasParts: boolean): string[] {
  const seconds = hasParts ? liveLimits.partSec : liveLimits.segmentSec;
  return [
    ...[
      '-map_metadata',
      '-1',
      '-f',
      'mp4',
      '-movflags',
      '+frag_keyframe+empty_moov+default_base_moof',
    ],
    ...['-frag_duration', String(seconds * 1_000_000), '-flush_packets', '1', `pipe:${pipe}`],
  ];
}
