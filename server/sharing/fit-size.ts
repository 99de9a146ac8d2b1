export interface Size {
  /** CSS pixels, or those of a picture. */
  width: number;
  height: number;
}

/** The most that an embed may take, in CSS pixels; `null`: it does not matter. */
export interface SizeLimits {
  maxWidth: number | null;
  maxHeight: number | null;
}

/** The longer side of an embed for which nobody says how large it may be. */
const usualSide = 640;
/** Where nothing says how large the picture is. */
const usualShape: Size = { width: 16, height: 9 };

/** @returns the picture's shape; 16 to 9 where it is not known */
export function shapeOf({ width, height }: Size): Size {
  return width >= 1 && height >= 1 ? { width, height } : usualShape;
}

/**
 * How large a video's embed is: in the shape of its picture, within the limits. It is never larger than its picture or 640 pixels, whichever is
 * more: who allows 100,000 pixels does not want them.
 * @param picture 0 where it is not known
 * @returns whole pixels, at least one
 */
export function fitSize(picture: Size, { maxWidth, maxHeight }: SizeLimits): Size {
  const { width, height } = shapeOf(picture);
  const longest =
    maxWidth === null && maxHeight === null ? usualSide : Math.max(usualSide, width, height);
  const scale = Math.min(
    longest / Math.max(width, height),
    (maxWidth ?? Number.POSITIVE_INFINITY) / width,
    (maxHeight ?? Number.POSITIVE_INFINITY) / height,
  );
  const pixels = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: pixels(width), height: pixels(height) };
}

/** Whether a picture that cannot be made smaller is within the limits. */
export function isWithin({ width, height }: Size, { maxWidth, maxHeight }: SizeLimits): boolean {
  return width <= (maxWidth ?? width) && height <= (maxHeight ?? height);
}
