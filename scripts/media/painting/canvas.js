import { clamp, smooth } from '../interpolate.js';
import { mixColours } from './colours.js';

/** @typedef {import('./colours.js').Colour} Colour */

/** A picture painted in JavaScript. All measures are in pixels; alphas and strengths are 0 to 1. */
export class Canvas {
  /**
   * @param {number} width
   * @param {number} height
   */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** Row by row, three numbers 0–255 a pixel. */
    this.pixels = new Float32Array(width * height * 3);
  }

  /**
   * @param {number} at offset in `pixels`
   * @param {Colour} colour
   * @param {number} alpha
   */
  blend(at, colour, alpha) {
    const { pixels } = this;
    pixels[at] += (colour[0] - pixels[at]) * alpha;
    pixels[at + 1] += (colour[1] - pixels[at + 1]) * alpha;
    pixels[at + 2] += (colour[2] - pixels[at + 2]) * alpha;
  }

  /**
   * Fills the canvas with a vertical gradient.
   * @param {[position: number, colour: Colour][]} stops from position 0, the top, to 1, the bottom
   */
  gradient(stops) {
    const { width, height, pixels } = this;
    for (let y = 0, at = 0; y < height; y += 1) {
      const position = y / (height - 1);
      let i = 0;
      while (i < stops.length - 2 && position > stops[i + 1][0]) i += 1;
      const [[from, above], [to, below]] = stops.slice(i);
      const [r, g, b] = mixColours(above, below, smooth(from, to, position));
      for (let x = 0; x < width; x += 1, at += 3) {
        pixels[at] = r;
        pixels[at + 1] = g;
        pixels[at + 2] = b;
      }
    }
  }

  /**
   * Visits each pixel of a box, clipped to the canvas.
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom
   * @param {(at: number, x: number, y: number) => void} visit at: offset in `pixels`
   */
  eachIn(left, top, right, bottom, visit) {
    const x0 = Math.max(0, Math.floor(left));
    const x1 = Math.min(this.width - 1, Math.ceil(right));
    const y0 = Math.max(0, Math.floor(top));
    const y1 = Math.min(this.height - 1, Math.ceil(bottom));
    for (let y = y0; y <= y1; y += 1) {
      for (let x = x0, at = (y * this.width + x0) * 3; x <= x1; x += 1, at += 3) visit(at, x, y);
    }
  }

  /**
   * A soft ellipse that fades out like a bell curve.
   * @param {number} cx
   * @param {number} cy
   * @param {number} rx
   * @param {number} ry
   * @param {Colour} colour
   * @param {number} strength
   */
  glow(cx, cy, rx, ry, colour, strength) {
    if (strength <= 0.003) return;
    this.eachIn(cx - 2.4 * rx, cy - 2.4 * ry, cx + 2.4 * rx, cy + 2.4 * ry, (at, x, y) => {
      const d = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2;
      if (d < 5.7) this.blend(at, colour, strength * (Math.exp(-d) - 0.0033));
    });
  }

  /**
   * An ellipse with an edge that is `edge` pixels soft.
   * @param {number} cx
   * @param {number} cy
   * @param {number} rx
   * @param {number} ry
   * @param {Colour} colour
   * @param {number} alpha
   * @param {number} edge
   */
  disc(cx, cy, rx, ry, colour, alpha = 1, edge = 1.2) {
    const radius = Math.min(rx, ry);
    this.eachIn(cx - rx - edge, cy - ry - edge, cx + rx + edge, cy + ry + edge, (at, x, y) => {
      const d = (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * radius;
      if (d < edge) this.blend(at, colour, alpha * clamp(0.5 - d / edge));
    });
  }

  /**
   * A filled convex polygon, antialiased by the distance to each side.
   * @param {[x: number, y: number][]} points clockwise
   * @param {Colour} colour
   * @param {number} alpha
   */
  polygon(points, colour, alpha = 1) {
    const sides = points.map(([x0, y0], i) => {
      const [x1, y1] = points[(i + 1) % points.length];
      const length = Math.hypot(x1 - x0, y1 - y0);
      return [-(y1 - y0) / length, (x1 - x0) / length, x0, y0];
    });
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, top, right, bottom] = [
      Math.min(...xs),
      Math.min(...ys),
      Math.max(...xs),
      Math.max(...ys),
    ];
    this.eachIn(left - 1, top - 1, right + 1, bottom + 1, (at, x, y) => {
      let inside = 1;
      for (const [nx, ny, x0, y0] of sides)
        inside = Math.min(inside, (x - x0) * nx + (y - y0) * ny + 0.5);
      if (inside > 0) this.blend(at, colour, alpha * inside);
    });
  }
}
