import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { openRegularFile } from '../library/open-regular-file.ts';
import { libraryLimits } from '../limits/library-limits.ts';
import type { Size } from './fit-size.ts';

/** What posters may be. By its content a file could be any of twenty formats, and some of their readers are easily kept busy. */
const formats = [JPG, PNG, WEBP];

/** Turned by a quarter, as cameras write it into a picture (Exif 2.32, tag 274). */
const isOnItsSide = (orientation = 1) => orientation >= 5;

/**
 * Reads the size of a picture from its head.
 * @throws for a file that cannot be read, or is no JPEG, PNG or WebP
 */
export async function readPictureSize(file: string): Promise<Size> {
  await using handle = await openRegularFile(file);
  const { size: bytes } = await handle.stat();
  const head = new Uint8Array(Math.min(bytes, libraryLimits.pictureBytes.value));
  await handle.read(head, 0, head.length, 0);
  const format = formats.find(({ validate }) => validate(head));
  if (format === undefined) throw new Error(`${file} is no JPEG, PNG or WebP`);
  const { width, height, orientation } = format.calculate(head);
  return isOnItsSide(orientation) ? { width: height, height: width } : { width, height };
}
