import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { LivePart } from './live-window.ts';

/**
 * @param root real path of the media directory
 * @throws for a file that is gone, or shorter than when the server started
 */
export async function readPart(
  root: string,
  { file, byteRange }: LivePart,
): Promise<Uint8Array<ArrayBuffer>> {
  const { offset, length } = byteRange;
  const handle = await open(join(root, file));
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
    if (bytesRead < length) throw new Error(`${file} ends before the part at byte ${offset} does`);
    return buffer;
  } finally {
    await handle.close();
  }
}
