import { clamp, mix } from '../interpolate.js';

/**
 * Turns everything below the horizon into gently moving water that mirrors the picture above.
 * Bright pixels keep their colour better than dark ones: a grey sun would look dull.
 * @param {import('./canvas.js').Canvas} canvas
 * @param {number} horizon pixel row
 * @param {import('./colours.js').Colour} tint
 * @param {number} seconds
 */
export function mirrorInWater({ width, height, pixels }, horizon, tint, seconds) {
  const first = Math.round(horizon);
  for (let y = first; y < height; y += 1) {
    const depth = (y - first) / (height - first);
    const phase = 34 * Math.log(1 + depth * 6);
    const wave = Math.sin(phase - seconds * 0.9) + 0.5 * Math.sin(phase * 1.7 + seconds * 0.6);
    const mirrored = Math.round(first - 1 - (y - first) * 1.15 + wave * depth * height * 0.012);
    const source = clamp(mirrored, 0, first - 1);
    const shift = Math.round(wave * depth * width * 0.006);
    const share = 0.14 + 0.4 * depth;
    for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
      const from = (source * width + Math.min(width - 1, Math.max(0, x + shift))) * 3;
      const bright = Math.min(1, pixels[from + 1] / 255) ** 6;
      const tinted = share * (1 - 0.95 * bright);
      pixels[at] = mix(pixels[from], tint[0], tinted);
      pixels[at + 1] = mix(pixels[from + 1], tint[1], tinted);
      pixels[at + 2] = mix(pixels[from + 2], tint[2], tinted);
    }
  }
}
