import type {
  HlsOpening,
  OpeningPart,
  OpeningTrack,
} from '../../../../shared/player/hls-opening.ts';

const folder = '/media/offstage001/';

/** The beginning of the bundled film, as the server names it, with absolute addresses. */
export async function openingOfFilm(): Promise<HlsOpening> {
  const [small, large, audio] = await Promise.all(
    ['video-240p', 'video-720p', 'audio'].map(readTrack),
  );
  if (small === undefined || large === undefined || audio === undefined) throw new Error('no film');
  const video = (track: Omit<OpeningTrack, 'mimeType'>, codec: string) => ({
    ...track,
    mimeType: `video/mp4; codecs="${codec}"`,
  });
  return {
    seconds: 64,
    renditions: [
      {
        ...video(small, 'avc1.4d4015'),
        playlist: `${folder}video-240p.m3u8`,
        bandwidth: 129_306,
        width: 426,
        height: 240,
      },
      {
        ...video(large, 'avc1.64001f'),
        playlist: `${folder}video-720p.m3u8`,
        bandwidth: 473_318,
        width: 1_280,
        height: 720,
      },
    ],
    audio: { ...audio, mimeType: 'audio/mp4; codecs="mp4a.40.2"' },
  };
}

async function readTrack(name: string): Promise<Omit<OpeningTrack, 'mimeType'>> {
  const [init, segment] = await readParts(name);
  if (init === undefined || segment === undefined) throw new Error(`${name} has no segment`);
  return { init, segment };
}

/** @returns a playlist's initialization section and segments */
export async function readParts(name: string): Promise<OpeningPart[]> {
  const text = await (await fetch(`${folder}${name}.m3u8`)).text();
  const url = new URL(folder + text.match(/^[^#\s].*$/m)?.[0], location.href).href;
  return Array.from(
    text.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g),
    ([, length, start]): OpeningPart => ({
      url,
      range: { start: Number(start), length: Number(length) },
    }),
  );
}

/** @returns the opening with one part of each rendition, or of the sound, replaced */
export async function withPart(
  opening: HlsOpening,
  of: 'picture' | 'sound',
  change: (track: OpeningTrack) => Partial<OpeningTrack> | Promise<Partial<OpeningTrack>>,
): Promise<HlsOpening> {
  const { renditions, audio } = opening;
  async function changed<T extends OpeningTrack>(track: T): Promise<T> {
    return { ...track, ...(await change(track)) };
  }
  if (of === 'picture')
    return { ...opening, renditions: await Promise.all(renditions.map(changed)) };
  return audio ? { ...opening, audio: await changed(audio) } : opening;
}
