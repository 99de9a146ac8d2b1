import { makeRandom } from '../make-random.js';
import { samplesPerSecond } from '../rates.js';
import { addHall } from './add-hall.js';
import { toPcm } from './to-pcm.js';
import { addBell, addPad } from './tones.js';

/**
 * The parts divide the film evenly, and chords divide their part evenly.
 * @typedef {object} Music
 * @property {number} seed of the bells
 * @property {{ bellEverySeconds: number, chords: number[][] }[]} parts chords of MIDI numbers
 */

/**
 * @param {Music} music
 * @param {number} durationSeconds
 * @returns {Buffer} interleaved 16 bit stereo samples
 */
export function composeMusic(music, durationSeconds) {
  const length = durationSeconds * samplesPerSecond;
  const sound = { left: new Float32Array(length), right: new Float32Array(length) };
  const random = makeRandom(music.seed);
  const partSeconds = durationSeconds / music.parts.length;
  music.parts.forEach(({ bellEverySeconds, chords }, part) => {
    const chordSeconds = partSeconds / chords.length;
    chords.forEach((notes, i) => {
      const start = part * partSeconds + i * chordSeconds;
      for (const note of notes) addPad(sound, note, start, chordSeconds - 0.6);
      for (let at = 0.4; at < chordSeconds; at += bellEverySeconds) {
        const note =
          notes[1 + Math.floor(random() * (notes.length - 1))] + (random() < 0.35 ? 24 : 12);
        addBell(sound, note, start + at, 0.05 + 0.04 * random(), 0.25 + 0.5 * random());
      }
    });
  });
  addHall(sound.left, [1687, 2039, 2393, 2909]);
  addHall(sound.right, [1709, 2011, 2437, 2861]);
  return toPcm(sound, durationSeconds);
}
