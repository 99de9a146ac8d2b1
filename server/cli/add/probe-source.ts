import { stat } from 'node:fs/promises';
import * as z from 'zod';
import { videoLimits } from '../../../shared/limits/video-limits.ts';
import { firstIssue } from '../../../shared/tools/issue.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { map } from '../../../shared/tools/schema.ts';
import { jsonOrNull } from '../../http/json-or-null.ts';
import type { MediaTools } from './find-tools.ts';
import { frameRateOf } from './frame-rate.ts';
import { lastComplaint, runTool } from './run-tool.ts';
import type { SoundTrack, SourceFacts, TextTrack } from './source-facts.ts';

/**
 * Containers of films and audio. Playlists are excluded, because they could make ffmpeg open any
 * file or address.
 */
const demuxers =
  'mov,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mp3,wav,flac,aac,mxf,dv,h264,hevc,rm,w64,aiff,amr,caf,gxf,nut,vob';

/** Allow only this file, and nothing that it refers to. */
export const inputFlags = ['-protocol_whitelist', 'file', '-format_whitelist', demuxers];

/**
 * @returns the file's name for ffmpeg, which would otherwise parse text before a colon as a
 *   protocol
 */
export function inputName(file: string): string {
  return `file:${file}`;
}

/** The name for codecs that this ffmpeg does not know. */
const unknownCodec = 'unknown';

const tagsSchema = z._default(map(z.string(), z.unknown()), {});
const streamSchema = z.object({
  index: z.number(),
  codec_type: z._default(z.string(), ''),
  codec_name: z._default(z.string(), unknownCodec),
  codec_tag_string: z._default(z.string(), ''),
  width: z._default(z.number(), 0),
  height: z._default(z.number(), 0),
  pix_fmt: z._default(z.string(), ''),
  sample_aspect_ratio: z._default(z.string(), '1:1'),
  field_order: z._default(z.string(), 'progressive'),
  color_transfer: z._default(z.string(), ''),
  r_frame_rate: z._default(z.string(), '0/0'),
  avg_frame_rate: z._default(z.string(), '0/0'),
  channels: z._default(z.number(), 0),
  duration: z.optional(z.string()),
  disposition: z._default(map(z.string(), z.unknown()), {}),
  tags: tagsSchema,
  side_data_list: z._default(z.array(z.object({ rotation: z.optional(z.number()) })), []),
});
type Stream = z.infer<typeof streamSchema>;
const probeSchema = z.object({
  streams: z.array(streamSchema),
  chapters: z._default(z.array(z.object({ start_time: z.string(), tags: tagsSchema })), []),
  format: z.object({
    format_name: z.string(),
    duration: z.optional(z.string()),
    tags: tagsSchema,
  }),
});

/** Text captions, which can become WebVTT; other captions are pictures. */
const textCodecs = [
  'subrip',
  'srt',
  'ass',
  'ssa',
  'mov_text',
  'webvtt',
  'text',
  'sami',
  'microdvd',
  'eia_608',
];

/** High dynamic range: SMPTE ST 2084 (HDR10, Dolby Vision) and hybrid log-gamma. */
const hdrTransfers = ['smpte2084', 'arib-std-b67'];

/**
 * Reads the facts of a file with ffprobe. It reads only the head (and the tail, where some formats
 * keep theirs) of a file of any size.
 * @param file absolute path of a readable file
 * @returns `NOT_MEDIA` with the cause for a file that is empty, damaged, or neither film nor audio
 */
export async function probeSource(
  file: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<Result<SourceFacts, 'NOT_MEDIA' | 'STOPPED'>> {
  const probed = await probeBeginning(file, tools, signal);
  return probed.ok && probed.value.durationSeconds === 0
    ? err(
        'NOT_MEDIA',
        'its length is unknown: the file is truncated or still being written; add it again when it is complete',
      )
    : probed;
}

/** As `probeSource`, also of a file of unknown length. */
export async function probeBeginning(
  file: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<Result<SourceFacts, 'NOT_MEDIA' | 'STOPPED'>> {
  const flags = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-show_chapters'];
  const run = await runTool({
    program: tools.ffprobe,
    args: [...flags, ...inputFlags, inputName(file)],
    cwd: '.',
    signal,
  });
  if (!run.ok) {
    const { code, message } = run.error;
    if (code === 'STOPPED') return err('STOPPED', message);
    return err('NOT_MEDIA', describeNoMedia(message.replaceAll(`${file}: `, '')));
  }
  const parsed = z.safeParse(probeSchema, jsonOrNull(run.value.output));
  if (!parsed.success)
    return err(
      'NOT_MEDIA',
      `the output of ffprobe cannot be parsed (${firstIssue(parsed.error.issues)})`,
    );
  const { streams, chapters, format } = parsed.data;
  const films = streams.filter((stream) => stream.codec_type === 'video' && !isCover(stream));
  const isKnown = ({ codec_name }: Stream) => codec_name !== unknownCodec;
  const picture = films.find((film) => isKnown(film) && film.width > 0 && film.height > 0) ?? null;
  const [film] = films;
  if (picture === null && film !== undefined)
    return err(
      'NOT_MEDIA',
      `this ffmpeg cannot decode its video format (${film.codec_tag_string}); convert it first, or install an ffmpeg that can`,
    );
  const sounds = streams
    .filter(({ codec_type, channels }) => codec_type === 'audio' && channels > 0)
    .filter(isKnown);
  if (picture === null && sounds.length === 0)
    return err(
      'NOT_MEDIA',
      'it has no video or audio that this ffmpeg can decode; add a video or audio file',
    );
  const durations = [format.duration, picture?.duration, ...sounds.map(({ duration }) => duration)];
  const durationSeconds =
    durations.map(Number).find((seconds) => Number.isFinite(seconds) && seconds > 0) ?? 0;
  const texts = streams.filter(({ codec_type }) => codec_type === 'subtitle');
  return ok({
    container: format.format_name,
    bytes: (await stat(file)).size,
    durationSeconds,
    picture: picture && pictureOf(picture),
    coverIndex: streams.find(isCover)?.index ?? null,
    sounds: sounds.map(soundOf),
    texts: texts.filter(({ codec_name }) => textCodecs.includes(codec_name)).map(textOf),
    pictureTextCount: texts.filter(({ codec_name }) => !textCodecs.includes(codec_name)).length,
    title: tagOf(format.tags, 'title'),
    description:
      tagOf(format.tags, 'description') ??
      tagOf(format.tags, 'synopsis') ??
      tagOf(format.tags, 'comment'),
    author: tagOf(format.tags, 'artist') ?? tagOf(format.tags, 'author'),
    chapters: chapters.map(({ start_time, tags }, index) => ({
      startSeconds: Math.max(0, Number(start_time) || 0),
      title: (tagOf(tags, 'title') ?? `Chapter ${index + 1}`).slice(
        0,
        videoLimits.chapterTitleMaxChars,
      ),
    })),
  });
}

function describeNoMedia(complaint: string): string {
  if (/not on whitelist/.test(complaint))
    return describeOtherFormat(/\[(\w+)/.exec(complaint)?.[1] ?? 'unknown');
  if (/moov atom not found/.test(complaint))
    return 'it is damaged, truncated or not a video: its index (moov) is missing; copy it again';
  return `it is damaged or not a video (${lastComplaint(complaint)}); copy it again`;
}

/** @param format ffmpeg's name of it */
function describeOtherFormat(format: string): string {
  if (/^image2|_pipe$|^gif$/.test(format)) return 'it is an image; add a video file';
  if (/^(hls|dash|applehttp|concat)$/.test(format))
    return 'it is a playlist; add the video file, or serve the playlist with --media';
  return `it is ${format}, not video or audio; convert it to MP4 first`;
}

/** A cover picture of an album or a film is not a film. */
function isCover({ codec_type, disposition }: Stream): boolean {
  return codec_type === 'video' && disposition.attached_pic === 1;
}

function pictureOf(stream: Stream): SourceFacts['picture'] {
  const rotation = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const [across = 1, down = 1] = stream.sample_aspect_ratio.split(':').map(Number);
  const stretch = across > 0 && down > 0 ? across / down : 1;
  const shown = { width: Math.round(stream.width * stretch), height: stream.height };
  const isTurned = Math.abs(rotation) % 180 === 90;
  return {
    index: stream.index,
    codec: stream.codec_name,
    pixelFormat: stream.pix_fmt,
    width: isTurned ? shown.height : shown.width,
    height: isTurned ? shown.width : shown.height,
    isInterlaced: /^(tt|bb|tb|bt)$/.test(stream.field_order),
    isHdr: hdrTransfers.includes(stream.color_transfer),
    ...frameRateOf(stream.r_frame_rate, stream.avg_frame_rate),
  };
}

function soundOf(stream: Stream): SoundTrack {
  return {
    index: stream.index,
    codec: stream.codec_name,
    channels: stream.channels,
    language: languageOf(stream),
    label: tagOf(stream.tags, 'title'),
  };
}

function textOf(stream: Stream): TextTrack {
  return {
    index: stream.index,
    language: languageOf(stream) ?? 'und',
    isForHardOfHearing: stream.disposition.hearing_impaired === 1,
  };
}

/** Returns BCP 47. Most files have ISO 639-2 codes, which are canonicalized. */
function languageOf({ tags }: Stream): string | null {
  const language = tagOf(tags, 'language');
  if (language === null || /^(und|zxx|mis|mul)$/i.test(language)) return null;
  try {
    return Intl.getCanonicalLocales(language)[0] ?? null;
  } catch {
    // Not a language tag; some programs write names there.
    return null;
  }
}

/** Containers differ in the case of tag names. */
function tagOf(tags: Record<string, unknown>, name: string): string | null {
  const found = Object.entries(tags).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
}
