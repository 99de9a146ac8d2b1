import { basename, dirname, extname } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { probePool } from '../../library/probing/probe-pool.ts';
import type { SourceFacts } from './source-facts.ts';

/** Codecs that browsers play in each container, by the start of their RFC 6381 names. */
const playable: Readonly<Record<string, RegExp>> = {
  '.mp4': /^(avc1|avc3|av01|vp09|mp4a|opus|Opus|fLaC|flac|mp3)/,
  '.m4v': /^(avc1|avc3|av01|vp09|mp4a|opus|Opus|fLaC|flac|mp3)/,
  '.webm': /^(vp8|vp9|vp09|av01|opus|vorbis)/,
};

const pictureCodec = /^(avc|av01|vp)/;

/** Codec names of ffprobe. */
const playableCodecs = {
  mp4: ['h264', 'av1', 'vp9', 'aac', 'mp3', 'opus', 'flac'],
  webm: ['vp8', 'vp9', 'av1', 'opus', 'vorbis'],
} as const;

/**
 * Whether browsers can play a film without encoding, judged by ffprobe's facts.
 * @returns the extension that it needs then; `null` if they cannot
 */
export function playableAs({ container, picture, sounds }: SourceFacts): '.mp4' | '.webm' | null {
  const codecs = [
    ...(picture === null ? [] : [picture.codec]),
    ...sounds.map(({ codec }) => codec),
  ];
  if (picture !== null && !/^(yuvj?420p|yuv420p10le)?$/.test(picture.pixelFormat)) return null;
  const fits = (known: readonly string[]) => codecs.every((codec) => known.includes(codec));
  // ffprobe names both formats for either container, so the codecs decide.
  if (container.includes('webm') && fits(playableCodecs.webm)) return '.webm';
  return fits(playableCodecs.mp4) ? '.mp4' : null;
}

/**
 * The same check without ffprobe.
 * @returns extension and duration; `NOT_PLAYABLE` with the cause
 */
export async function playsWithoutTools(
  file: string,
): Promise<Result<{ extension: string; durationSeconds: number }, 'NOT_PLAYABLE'>> {
  const extension = extname(file).toLowerCase();
  const known = playable[extension];
  if (known === undefined)
    return err('NOT_PLAYABLE', 'browsers can only play .mp4, .m4v and .webm without conversion');
  const probing = probePool.run<'media'>({
    type: 'media',
    mediaDir: dirname(file),
    mediaPath: basename(file),
  });
  const { outcome: probed } = await probing.answer;
  if (!probed.ok)
    return err('NOT_PLAYABLE', `it is damaged or not a video (${probed.error.message})`);
  const { mimeType, durationSeconds, width } = probed.value;
  const codecs = /codecs="([^"]*)"/.exec(mimeType)?.[1]?.split(/, ?/) ?? [];
  const foreign = codecs.find((codec) => !known.test(codec));
  if (foreign !== undefined)
    return err('NOT_PLAYABLE', `browsers cannot play ${foreign} in ${extension}`);
  // A codec without a name is unknown to browsers.
  const isNamed = width > 0 ? codecs.some((codec) => pictureCodec.test(codec)) : codecs.length > 0;
  if (!isNamed)
    return err('NOT_PLAYABLE', `its format is one that browsers cannot play in ${extension}`);
  return ok({ extension, durationSeconds });
}
