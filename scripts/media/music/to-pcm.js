import { smooth } from '../interpolate.js';
import { samplesPerSecond } from '../rates.js';

/**
 * Interleaves 16 bit samples at a moderate level, with a fade in and a fade out.
 * @param {import('./tones.js').Sound} sound
 * @param {number} durationSeconds
 * @returns {Buffer}
 */
export function toPcm({ left, right }, durationSeconds) {
  let peak = 0;
  for (let i = 0; i < left.length; i += 1)
    peak = Math.max(peak, Math.abs(left[i]), Math.abs(right[i]));
  const pcm = new Int16Array(left.length * 2);
  for (let i = 0; i < left.length; i += 1) {
    const time = i / samplesPerSecond;
    const gain = (0.5 / peak) * 32767 * smooth(0, 0.8, time) * smooth(0, 2, durationSeconds - time);
    pcm[2 * i] = left[i] * gain;
    pcm[2 * i + 1] = right[i] * gain;
  }
  return Buffer.from(pcm.buffer);
}
