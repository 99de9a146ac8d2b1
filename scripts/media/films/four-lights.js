import { writeCaptions } from '../captions/write-captions.js';
import { parseChords } from '../music/parse-chords.js';
import { transposed } from '../music/transposed.js';
import { packageHls } from '../packaging/package-hls.js';
import { packageProgressive } from '../packaging/package-progressive.js';
import { writeStoryboard } from '../packaging/write-storyboard.js';
import { paintLake } from '../painting/paint-lake.js';
import { fourLightsCaptions } from './four-lights-captions.js';

const music = {
  seed: 1,
  parts: [
    {
      bellEverySeconds: 1.8,
      chords: parseChords('38 57 62 66, 43 55 59 66, 47 54 62 66, 45 57 61 64'),
    },
    {
      bellEverySeconds: 0.9,
      chords: parseChords('43 62 67 71, 38 62 66 69, 40 64 67 71, 36 60 67 71'),
    },
    {
      bellEverySeconds: 1.2,
      chords: parseChords('41 57 60 65, 38 57 60 65, 46 58 62 65, 36 55 60 64'),
    },
    {
      bellEverySeconds: 1.5,
      chords: parseChords('45 52 60 64, 41 53 57 64, 36 55 60 64, 40 52 59 64'),
    },
  ],
};

/**
 * HLS in single files with two sound tracks, a progressive file, captions, a storyboard and
 * chapters.
 */
export const fourLights = {
  id: 'offstage001',
  durationSeconds: 64,
  width: 1280,
  height: 720,
  paint: paintLake,
  posterAtSeconds: 38.5,
  renditions: [
    { name: '720p', width: 1280, height: 720, crf: 30, profile: 'high', level: '3.1' },
    { name: '360p', width: 640, height: 360, crf: 30, profile: 'main', level: '3.0' },
    { name: '240p', width: 426, height: 240, crf: 31, profile: 'main', level: '2.1' },
  ],
  package: (film, work) => {
    packageHls(film, work, { segmentSeconds: 4, singleFile: true });
    packageProgressive(film, work, '360p');
    writeStoryboard(film, work);
    writeCaptions(film.id, fourLightsCaptions);
  },
  sidecar: {
    title: 'Four Lights',
    author: 'Offstage',
    description:
      'One day on a quiet lake in about a minute: dawn, noon, dusk and night.\n\nPainted and composed by a program, scripts/make-media.js.',
    chapters: [
      { startSeconds: 0, title: 'Dawn' },
      { startSeconds: 16, title: 'Noon' },
      { startSeconds: 32, title: 'Dusk' },
      { startSeconds: 48, title: 'Night' },
    ],
  },
  music,
  soundLanguage: 'en',
  otherSounds: [
    { name: 'audio-low', language: 'es', label: 'Música más grave', music: transposed(music, -7) },
  ],
};
