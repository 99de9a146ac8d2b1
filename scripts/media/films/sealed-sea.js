import { parseChords } from '../music/parse-chords.js';
import { packageEncryptedDash } from '../packaging/package-encrypted-dash.js';
import { paintPaperSea } from '../painting/paint-paper-sea.js';

/** Encrypted. The key is public on purpose, as an example. */
export const sealedSea = {
  id: 'offstage006',
  durationSeconds: 16,
  width: 480,
  height: 270,
  paint: paintPaperSea,
  posterAtSeconds: 12,
  renditions: [
    { name: '270p', width: 480, height: 270, crf: 28, profile: 'main', level: '2.1' },
    { name: '180p', width: 320, height: 180, crf: 28, profile: 'main', level: '1.3' },
  ],
  package: packageEncryptedDash,
  sidecar: {
    title: 'Sealed Sea',
    author: 'Offstage',
    description:
      'The paper sea under lock and key. Delivered as MPEG-DASH, encrypted, with ClearKey.',
    clearKeys: { '0ff57a6e0ff57a6e0ff57a6e00000006': '5ea1ed5ea5ea1ed5ea5ea1ed5ea00006' },
  },
  labels: [{ from: 0, to: 16, title: 'Sealed', dark: true }],
  music: {
    seed: 6,
    parts: [{ bellEverySeconds: 2, chords: parseChords('41 60 65 69, 46 58 62 65') }],
  },
};
