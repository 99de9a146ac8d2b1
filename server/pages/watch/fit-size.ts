import { watchLimits } from './watch-limits.ts';

export interface Size {
  /** CSS pixels, or pixels of a picture. */
  width: number;
  height: number;
}

/** Maximum size of an embed in CSS pixels; `null` for no limit. */
export interface SizeLimits {
  maxWidth: number | null;
  maxHeight: number | null;
}

/** Shape of a picture of unknown size. */
const usualShape: Size = { width: 16, height: 9 };

/** @returns the picture's shape; 16 to 9 when unknown */
export function shapeOf({ width, height }: Size): Size {
  return width >= 1 && height >= 1 ? { width, height } : usualShape;
}

/**
 * Computes an embed's size: the picture's shape, within the limits. It is never larger than the
 * picture or 640 pixels, whichever is more: a limit of 100,000 pixels is no request for that size.
 * @param picture 0 when unknown
 * @returns whole pixels, at least one
 */
export function fitSize(picture: Size, { maxWidth, maxHeight }: SizeLimits): Size {
  const { width, height } = shapeOf(picture);
  const longest =
    maxWidth === null && maxHeight === null
      ? watchLimits.embedPx
      : Math.max(watchLimits.embedPx, width, height);
  const scale = Math.min(
    longest / Math.max(width, height),
    (maxWidth ?? Number.POSITIVE_INFINITY) / width,
    (maxHeight ?? Number.POSITIVE_INFINITY) / height,
  );
  const pixels = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: pixels(width), height: pixels(height) };
}

/** Whether a picture of fixed size is within the limits. */
export function isWithin({ width, height }: Size, { maxWidth, maxHeight }: SizeLimits): boolean {
  return width <= (maxWidth ?? width) && height <= (maxHeight ?? height);
}
