import { statfs } from 'node:fs/promises';
import type { Result } from '../../../shared/tools/result.ts';
import { err } from '../../../shared/tools/result.ts';

/** @returns `NO_SPACE` with both numbers if the disk has too little space, otherwise `null` */
export async function missingSpace(
  mediaDir: string,
  needed: number,
  freeBytes: (directory: string) => Promise<number> = freeBytesOf,
): Promise<Result<never, 'NO_SPACE'> | null> {
  const free = await freeBytes(mediaDir);
  if (free >= needed) return null;
  return err(
    'NO_SPACE',
    `it needs up to ${inMegabytes(needed)}, but ${mediaDir} has ${inMegabytes(free)} free; free some space, or choose another directory with --media`,
  );
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
}
