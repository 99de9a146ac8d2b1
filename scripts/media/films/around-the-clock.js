import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { mediaFolder } from '../media-folder.js';
import { parseChords } from '../music/parse-chords.js';
import { packageHls } from '../packaging/package-hls.js';
import { clockSeconds, paintClock } from '../painting/paint-clock.js';

const chords = '36 55 60 63, 44 56 60 63, 39 55 58 63, 46 58 62 65, 41 56 60 65, 43 55 59 62';

/** A loop that the server offers as a live stream: HLS in short segments, one file each. */
export const aroundTheClock = {
  id: 'offstage004',
  durationSeconds: clockSeconds,
  width: 960,
  height: 540,
  paint: paintClock,
  posterAtSeconds: 17,
  renditions: [
    { name: '540p', width: 960, height: 540, crf: 29, profile: 'high', level: '3.1' },
    { name: '270p', width: 480, height: 270, crf: 29, profile: 'main', level: '2.1' },
  ],
  package: (film, work) => {
    packageHls(film, work, { segmentSeconds: 2, partSeconds: 0.5, singleFile: false });
    copyFileSync(
      path.join(mediaFolder, `${film.id}.m3u8`),
      path.join(mediaFolder, 'offstage007.m3u8'),
    );
  },
  sidecar: {
    title: 'Around the Clock',
    author: 'Offstage',
    description: 'A live stream that never ends: the hand goes round once every 24 seconds.',
    live: true,
  },
  lettering: [
    { text: 'LIVE', x: 0.098, y: 0.19, size: 0.042, onPoster: true },
    {
      text: '%{pts:gmtime:0:%S}',
      expand: true,
      x: 'centre',
      y: 0.5,
      size: 0.16,
      alpha: 0.92,
      onPoster: true,
    },
    { text: `of ${clockSeconds} seconds`, x: 'centre', y: 0.615, size: 0.03, alpha: 0.6 },
  ],
  music: { seed: 4, parts: [{ bellEverySeconds: 1, chords: parseChords(chords) }] },
};
