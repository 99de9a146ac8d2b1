import type { FileHandle } from 'node:fs/promises';
import { openRegularFile } from '../open-regular-file.ts';
import { liveStreamLimits } from './live-stream-limits.ts';
import type { ByteRange } from './live-window.ts';
import { type Box, boxAt, decodeTimeOf, find, type Track, tracksOf } from './mp4-boxes.ts';

/**
 * A fragment of a segment (ISO/IEC 14496-12 8.8: a `moof` and its `mdat`), with the boxes before
 * it.
 */
export interface Fragment extends ByteRange {
  /** Its start in its track's timescale; `null` if missing. */
  decodeTime: number | null;
  /** `track_ID` of its first track. */
  trackId: number;
}

/**
 * Reads the positions of a file's fragments, without their media.
 * @param range the segment's range in the file; `null` for the whole file
 * @returns fragments in order; empty if the file has none
 * @throws for an unreadable file, or one with invalid boxes
 */
export async function readFragments(file: string, range: ByteRange | null): Promise<Fragment[]> {
  return withFile(file, async (handle) => {
    const start = range?.offset ?? 0;
    const end = range === null ? (await handle.stat()).size : start + range.length;
    const fragments: Fragment[] = [];
    let partStart = start;
    let header: Buffer | null = null;
    for await (const box of fileBoxes(handle, start, end)) {
      if (box.type === 'moof') header = await readBox(handle, box);
      if (box.type !== 'mdat' || header === null) continue;
      const offset = partStart;
      partStart = box.start + box.size;
      fragments.push({ offset, length: partStart - offset, ...readHeader(header) });
      header = null;
    }
    return fragments;
  });
}

/**
 * Reads an initialization section.
 * @throws for an unreadable file, or one with invalid boxes
 */
export async function readTracks(file: string, range: ByteRange | null): Promise<Track[]> {
  return withFile(file, async (handle) => {
    const start = range?.offset ?? 0;
    const end = range === null ? (await handle.stat()).size : start + range.length;
    for await (const box of fileBoxes(handle, start, end)) {
      if (box.type !== 'moov') continue;
      return tracksOf(await readBox(handle, box));
    }
    return [];
  });
}

function readHeader(moof: Buffer): Pick<Fragment, 'decodeTime' | 'trackId'> {
  return {
    decodeTime: decodeTimeOf(moof),
    trackId: find(moof, 'traf', 'tfhd')?.readUInt32BE(4) ?? 0,
  };
}

async function withFile<T>(file: string, read: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await openRegularFile(file);
  try {
    return await read(handle);
  } finally {
    await handle.close();
  }
}

async function* fileBoxes(handle: FileHandle, start: number, end: number): AsyncGenerator<Box> {
  for (let at = start; at < end; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, at);
    const box = boxAt(buffer.subarray(0, bytesRead), 0);
    const size = box.size === 0 ? end - at : box.size;
    if (size < box.headerSize || at + size > end)
      throw new Error(`the box at byte ${at} is broken`);
    yield { ...box, start: at, size };
    at += size;
  }
}

async function readBox(handle: FileHandle, { start, size, headerSize }: Box): Promise<Buffer> {
  const length = size - headerSize;
  if (length > liveStreamLimits.headerMaxBytes)
    throw new Error(`the box at byte ${start} is too large`);
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(length),
    0,
    length,
    start + headerSize,
  );
  return buffer.subarray(0, bytesRead);
}
