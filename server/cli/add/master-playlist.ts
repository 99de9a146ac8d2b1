import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { languageLabel } from '../../library/language-label.ts';
import { parseHls } from '../../library/probing/parse-hls.ts';
import { soundName, tracksFolder } from './encoding-arguments.ts';
import { rateOf } from './frame-rate.ts';
import type { Rendition } from './plan-ladder.ts';
import type { SoundTrack } from './source-facts.ts';

export interface TrackMeasure {
  /** Bits per second of its busiest segment, and on average. */
  peak: number;
  average: number;
  /** Its initialization section. */
  init: Buffer;
}

/** An encoded track, as measured. */
interface MeasuredTrack extends TrackMeasure {
  seconds: number;
}

/**
 * Writes the multivariant playlist of all renditions, with the attributes by which players choose.
 * ffmpeg would omit the codecs, without which some players wait forever.
 * @param folder the video's folder, which contains the tracks
 * @returns the text, and the duration of the longest track; throws if a track is not as requested
 */
export async function masterPlaylist(
  folder: string,
  {
    renditions,
    sounds,
    frameRate,
  }: { renditions: readonly Rendition[]; sounds: readonly SoundTrack[]; frameRate: string },
): Promise<{ text: string; seconds: number }> {
  const soundMeasures = await Promise.all(
    sounds.map((_, index) => measureTrack(join(folder, tracksFolder), soundName(index))),
  );
  const pictureMeasures = await Promise.all(
    renditions.map(({ name }) => measureTrack(join(folder, tracksFolder), name)),
  );
  const text = masterText({ renditions, sounds, frameRate, pictureMeasures, soundMeasures });
  return {
    text,
    seconds: Math.max(...[...pictureMeasures, ...soundMeasures].map(({ seconds }) => seconds)),
  };
}

/** The text of a multivariant playlist (RFC 8216 §4.3.4). */
export function masterText({
  renditions,
  sounds,
  frameRate,
  pictureMeasures,
  soundMeasures,
}: {
  renditions: readonly Rendition[];
  sounds: readonly SoundTrack[];
  frameRate: string;
  pictureMeasures: readonly TrackMeasure[];
  soundMeasures: readonly Pick<TrackMeasure, 'peak' | 'average'>[];
}): string {
  const loudest = {
    peak: Math.max(0, ...soundMeasures.map(({ peak }) => peak)),
    average: Math.max(0, ...soundMeasures.map(({ average }) => average)),
  };
  const hasSound = sounds.length > 0;
  const lines = renditions.flatMap(({ name, width, height }, index) => {
    const { peak, average, init } = pictureMeasures[index] ?? {
      peak: 0,
      average: 0,
      init: Buffer.alloc(0),
    };
    const attributes = [
      `BANDWIDTH=${peak + loudest.peak}`,
      `AVERAGE-BANDWIDTH=${average + loudest.average}`,
      `CODECS="${[avcCodec(init), ...(hasSound ? [aacCodec] : [])].join(',')}"`,
      `RESOLUTION=${width}x${height}`,
      `FRAME-RATE=${(rateOf(frameRate) ?? 0).toFixed(3)}`,
      ...(hasSound ? ['AUDIO="audio"'] : []),
    ];
    return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${tracksFolder}/${name}.m3u8`];
  });
  if (renditions.length === 0) {
    const attributes = [
      `BANDWIDTH=${loudest.peak}`,
      `AVERAGE-BANDWIDTH=${loudest.average}`,
      `CODECS="${aacCodec}"`,
      'AUDIO="audio"',
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${tracksFolder}/${soundName(0)}.m3u8`);
  }
  const labels = soundLabels(sounds);
  const media = sounds.map((sound, index) => soundLine(sound, index, labels[index] ?? ''));
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  return `${[...head, ...media, ...lines].join('\n')}\n`;
}

/** AAC-LC. */
const aacCodec = 'mp4a.40.2';

function soundLine({ language, channels }: SoundTrack, index: number, label: string): string {
  const attributes = [
    'TYPE=AUDIO',
    'GROUP-ID="audio"',
    `NAME="${label}"`,
    ...(language === null ? [] : [`LANGUAGE="${language}"`]),
    `DEFAULT=${index === 0 ? 'YES' : 'NO'}`,
    'AUTOSELECT=YES',
    `CHANNELS="${Math.min(2, channels)}"`,
    `URI="${tracksFolder}/${soundName(index)}.m3u8"`,
  ];
  return `#EXT-X-MEDIA:${attributes.join(',')}`;
}

/**
 * Names in a group must differ (RFC 8216 §4.3.4.1), and an attribute must not contain quotation
 * marks or line breaks.
 */
function soundLabels(sounds: readonly SoundTrack[]): string[] {
  const taken = new Set<string>();
  return sounds.map(({ label, language }, index) => {
    const trackName = label?.replaceAll(/["\r\n]/g, ' ').trim();
    const plain = trackName || (language === null ? `Sound ${index + 1}` : languageLabel(language));
    const name = taken.has(plain) ? `${plain} (${index + 1})` : plain;
    taken.add(name);
    return name;
  });
}

async function measureTrack(folder: string, name: string): Promise<MeasuredTrack> {
  const parsed = parseHls(await readFile(join(folder, `${name}.m3u8`), 'utf8'));
  if (!parsed.ok) throw new Error(`${name}.m3u8: ${parsed.error.message}`);
  const { segments } = parsed.value;
  const measured = await Promise.all(
    segments.map(async ({ uri, duration = 0, byterange }) => {
      const { size } = await stat(join(folder, uri));
      const { length, offset } = byterange ?? { length: size, offset: 0 };
      if (offset + length > size) throw new Error(`${uri} is not whole`);
      return { bits: length * 8, seconds: duration };
    }),
  );
  const seconds = measured.reduce((sum, segment) => sum + segment.seconds, 0);
  const bits = measured.reduce((sum, segment) => sum + segment.bits, 0);
  const peaks = measured
    .filter((segment) => segment.seconds > 0)
    .map((segment) => segment.bits / segment.seconds);
  return {
    peak: Math.ceil(peaks.reduce((most, peak) => Math.max(most, peak), 1)),
    average: Math.ceil(bits / Math.max(seconds, 0.001)),
    seconds,
    init: await readInit(folder, segments[0]?.map),
  };
}

async function readInit(
  folder: string,
  map: { uri: string; byterange?: { length: number; offset: number } | undefined } | undefined,
): Promise<Buffer> {
  if (map === undefined) throw new Error('a track has no initialization section');
  const file = await open(join(folder, map.uri));
  try {
    const { length, offset } = map.byterange ?? { length: (await file.stat()).size, offset: 0 };
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer;
  } finally {
    await file.close();
  }
}

/**
 * The RFC 6381 codec of H.264 video: profile, constraints and level, the three bytes after the
 * version in avcC.
 */
function avcCodec(init: Buffer): string {
  const at = init.indexOf('avcC', 0, 'latin1');
  if (at === -1) throw new Error('a rendition is no H.264');
  return `avc1.${init.subarray(at + 5, at + 8).toString('hex')}`;
}
