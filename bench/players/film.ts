import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaneSource } from './lane.ts';

const library = fileURLToPath(new URL('../../media/', import.meta.url));

/**
 * The film `offstage001` of the bundled library, once as one file and once as HLS; 64 s. Separate
 * videos fix the source, which our server would otherwise choose. `live` is `offstage007`, a
 * low-latency stream.
 */
export const filmIds: Readonly<Record<LaneSource, string>> = {
  mp4: 'benchfilm-1',
  hls: 'benchfilm-2',
  live: 'benchfilm-3',
};

/** Paths of the media and of the poster. Only our server makes the live stream. */
export const filmPaths: Readonly<Record<LaneSource, { src: string; poster: string }>> = {
  mp4: { src: '/media/film-mp4.mp4', poster: '/media/film-mp4.jpg' },
  hls: { src: '/media/film-hls.m3u8', poster: '/media/film-hls.jpg' },
  live: { src: `/live/${filmIds.live}/film-live.m3u8`, poster: '/media/film-live.jpg' },
};

export interface Film {
  directory: string;
  remove(): void;
}

/**
 * Creates a media directory with only the film and its poster. Captions and a storyboard are left
 * out, because peers would not get them.
 */
export function layOutFilm(): Film {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-bench-film-'));
  const copy = (from: string, to: string) =>
    cpSync(join(library, from), join(directory, to), { recursive: true });
  for (const source of ['mp4', 'hls', 'live'] as const) {
    copy('offstage001.jpg', `film-${source}.jpg`);
    const live = source === 'live' ? { live: true, lowLatency: true } : {};
    const sidecar = { id: filmIds[source], title: 'Four Lights', ...live };
    writeFileSync(join(directory, `film-${source}.json`), JSON.stringify(sidecar));
  }
  copy('offstage001.mp4', 'film-mp4.mp4');
  copy('offstage001.m3u8', 'film-hls.m3u8');
  copy('offstage007.m3u8', 'film-live.m3u8');
  copy('offstage004', 'offstage004');
  const renditions = ['audio', 'audio-low', 'video-240p', 'video-360p', 'video-720p'];
  mkdirSync(join(directory, 'offstage001'));
  for (const name of renditions) {
    copy(`offstage001/${name}.m3u8`, `offstage001/${name}.m3u8`);
    const media = `offstage001/${name}.${name.startsWith('audio') ? 'cmfa' : 'cmfv'}`;
    copy(media, media);
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
