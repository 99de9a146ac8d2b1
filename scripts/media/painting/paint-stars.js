import { smooth } from '../interpolate.js';
import { makeRandom } from '../make-random.js';

const stars = scatterStars();
const starlight = [235, 240, 255];

/**
 * Positions are shares of the canvas; size in pixels at 720 rows, delay in seconds, phase in
 * radians.
 */
function scatterStars() {
  const random = makeRandom(7);
  return (
    Array.from({ length: 90 }, () => ({
      x: random(),
      y: random() * 0.5,
      size: 0.7 + random() * 0.9,
      delay: random() * 5,
      phase: random() * 6.3,
    }))
      // A star beside the time code would look like a misprint.
      .filter(({ x, y }) => x > 0.24 || y < 0.1 || y > 0.32)
  );
}

/**
 * @param {import('./canvas.js').Canvas} canvas
 * @param {number} seconds
 */
export function paintStars(canvas, seconds) {
  for (const { x, y, size, delay, phase } of stars) {
    const alpha = smooth(47, 50, seconds - delay) * (0.6 + 0.25 * Math.sin(seconds * 1.3 + phase));
    const radius = (size * canvas.height) / 720;
    if (alpha > 0)
      canvas.disc(x * canvas.width, y * canvas.height, radius, radius, starlight, alpha, 1.5);
  }
}
