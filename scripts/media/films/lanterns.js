import { parseChords } from '../music/parse-chords.js';
import { packageProgressive } from '../packaging/package-progressive.js';
import { paintLanterns } from '../painting/paint-lanterns.js';

/** A portrait video in one progressive file. */
export const lanterns = {
  id: 'offstage002',
  durationSeconds: 32,
  width: 360,
  height: 640,
  paint: paintLanterns,
  posterAtSeconds: 14,
  renditions: [
    { name: 'portrait', width: 360, height: 640, crf: 27, profile: 'main', level: '3.0' },
  ],
  package: (film, work) => packageProgressive(film, work, 'portrait'),
  sidecar: {
    title: 'Lanterns',
    author: 'Offstage',
    description: 'Paper lanterns rise into the evening. An upright video, for upright screens.',
  },
  labels: [{ from: 0, to: 32, title: 'Lanterns' }],
  music: {
    seed: 2,
    parts: [
      {
        bellEverySeconds: 0.8,
        chords: parseChords('40 59 64 68, 37 56 61 64, 45 57 61 68, 47 59 63 66'),
      },
      {
        bellEverySeconds: 1.6,
        chords: parseChords('40 56 59 64, 44 56 59 63, 45 57 61 64, 40 59 64 68'),
      },
    ],
  },
};
