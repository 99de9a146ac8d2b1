import { smooth } from '../interpolate.js';
import { samplesPerSecond } from '../rates.js';

/** @typedef {{ left: Float32Array, right: Float32Array }} Sound */

/**
 * Adds one long, slowly swelling tone: two slightly detuned voices, one for each ear.
 * @param {Sound} sound
 * @param {number} note MIDI number
 * @param {number} start seconds
 * @param {number} length seconds
 */
export function addPad(sound, note, start, length) {
  const attack = 1.6;
  const release = 2.4;
  const first = Math.max(0, Math.floor(start * samplesPerSecond));
  const last = Math.min(
    sound.left.length,
    Math.floor((start + length + release) * samplesPerSecond),
  );
  const step = radiansPerSample(note);
  const level = 0.1 * 2 ** ((60 - note) / 30);
  for (let i = first; i < last; i += 1) {
    const time = i / samplesPerSecond - start;
    const envelope = level * smooth(0, attack, time) * (1 - smooth(length, length + release, time));
    const a = (i - first) * step * 1.0012;
    const b = (i - first) * step * 0.9988;
    sound.left[i] += envelope * (Math.sin(a) + 0.3 * Math.sin(2 * b) + 0.08 * Math.sin(3 * a));
    sound.right[i] += envelope * (Math.sin(b) + 0.3 * Math.sin(2 * a) + 0.08 * Math.sin(3 * b));
  }
}

/**
 * Adds one bell-like tone that dies away.
 * @param {Sound} sound
 * @param {number} note MIDI number
 * @param {number} start seconds
 * @param {number} level 0–1
 * @param {number} pan 0 is left, 1 is right
 */
export function addBell(sound, note, start, level, pan) {
  const first = Math.floor(start * samplesPerSecond);
  const last = Math.min(sound.left.length, first + 4 * samplesPerSecond);
  const step = radiansPerSample(note);
  for (let i = first; i < last; i += 1) {
    const time = (i - first) / samplesPerSecond;
    const envelope = level * Math.min(1, time / 0.008) * Math.exp(-time * 1.6);
    const overtone = 0.25 * Math.exp(-time * 4) * Math.sin((i - first) * step * 2.01);
    const value = envelope * (Math.sin((i - first) * step) + overtone);
    sound.left[i] += value * (1 - pan);
    sound.right[i] += value * pan;
  }
}

/** @param {number} note MIDI number; 69 is the A of 440 Hz */
const radiansPerSample = (note) => (440 * 2 ** ((note - 69) / 12) * 2 * Math.PI) / samplesPerSecond;
