import { parseChords } from '../music/parse-chords.js';
import { packageDash } from '../packaging/package-dash.js';
import { paintPaperSea } from '../painting/paint-paper-sea.js';

const highTide = '41 60 65 69, 43 58 62 67, 48 60 64 67, 41 57 60 65, 46 58 62 65';
const ebb = '38 57 62 65, 46 58 62 65, 41 57 60 65, 48 60 64 67, 41 60 65 69';

/** MPEG-DASH. */
export const paperTide = {
  id: 'offstage003',
  durationSeconds: 40,
  width: 960,
  height: 540,
  paint: paintPaperSea,
  posterAtSeconds: 22,
  renditions: [
    { name: '540p', width: 960, height: 540, crf: 28, profile: 'high', level: '3.1' },
    { name: '270p', width: 480, height: 270, crf: 28, profile: 'main', level: '2.1' },
  ],
  package: packageDash,
  sidecar: {
    title: 'Paper Tide',
    author: 'Offstage',
    description: 'A sea of cut paper, and a red sun above it. Delivered as MPEG-DASH.',
  },
  labels: [
    { from: 0, to: 20, title: 'High tide', dark: true },
    { from: 20, to: 40, title: 'Ebb', dark: true },
  ],
  music: {
    seed: 3,
    parts: [
      { bellEverySeconds: 1, chords: parseChords(highTide) },
      { bellEverySeconds: 1.4, chords: parseChords(ebb) },
    ],
  },
};
