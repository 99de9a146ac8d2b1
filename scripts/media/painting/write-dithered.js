// Fixed 8×8 ordered dither hides banding in the gradients. Unlike noise it does not move, so it
// costs the encoder almost no bits.
const bayer = Float32Array.from({ length: 64 }, (_, i) => {
  let value = 0;
  for (let bit = 0, x = i & 7, y = i >> 3; bit < 3; bit += 1, x >>= 1, y >>= 1) {
    value = (value << 2) | (((x ^ y) & 1) << 1) | (y & 1);
  }
  return (value + 0.5) / 64;
});

/**
 * Rounds a picture to 8 bits a channel.
 * @param {import('./canvas.js').Canvas} canvas
 * @param {Buffer} bytes receives width × height × 3 bytes, as ffmpeg's rgb24
 */
export function writeDithered({ width, height, pixels }, bytes) {
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = (y & 7) << 3;
    for (let x = 0; x < width; x += 1, at += 3) {
      const dither = bayer[row | (x & 7)];
      bytes[at] = Math.min(255, Math.max(0, pixels[at] + dither));
      bytes[at + 1] = Math.min(255, Math.max(0, pixels[at + 1] + dither));
      bytes[at + 2] = Math.min(255, Math.max(0, pixels[at + 2] + dither));
    }
  }
}
