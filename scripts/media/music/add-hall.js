/**
 * Adds a small hall: echoes that feed back into themselves.
 * @param {Float32Array} samples of one channel
 * @param {number[]} lengths of four echoes, in samples, without a common divisor
 */
export function addHall(samples, lengths) {
  const wet = new Float32Array(samples.length);
  for (const length of lengths) {
    const line = new Float32Array(length);
    let damped = 0;
    for (let i = 0, at = 0; i < samples.length; i += 1, at = (at + 1) % length) {
      wet[i] += line[at] * 0.25;
      damped += (line[at] - damped) * 0.45;
      line[at] = samples[i] + damped * 0.7;
    }
  }
  for (let i = 0; i < samples.length; i += 1) samples[i] = samples[i] * 0.8 + wet[i] * 0.4;
}
