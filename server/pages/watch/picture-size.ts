import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { libraryLimits } from '../../library/library-limits.ts';
import { openRegularFile } from '../../library/open-regular-file.ts';
import type { Size } from './fit-size.ts';

/**
 * Formats of posters. Detection by content knows about twenty formats, and crafted files can keep
 * some of their readers busy.
 */
const formats = [JPG, PNG, WEBP];

/** Rotated by a quarter, as cameras mark it in the picture (Exif 2.32, tag 274). */
const isOnItsSide = (orientation = 1) => orientation >= 5;

/**
 * Reads a picture's size from the start of its file.
 * @throws if the file cannot be read, or is not JPEG, PNG or WebP
 */
export async function readPictureSize(file: string): Promise<Size> {
  await using handle = await openRegularFile(file);
  const { size: bytes } = await handle.stat();
  const head = new Uint8Array(Math.min(bytes, libraryLimits.pictureBytes.value));
  await handle.read(head, 0, head.length, 0);
  const format = formats.find(({ validate }) => validate(head));
  if (format === undefined) throw new Error(`${file} is not a JPEG, PNG or WebP image`);
  const { width, height, orientation } = format.calculate(head);
  return isOnItsSide(orientation) ? { width: height, height: width } : { width, height };
}
