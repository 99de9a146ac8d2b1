import type { FileHandle } from 'node:fs/promises';
import { openRegularFile } from '../open-regular-file.ts';
import { liveStreamLimits } from './live-stream-limits.ts';
import type { ByteRange } from './live-window.ts';

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

export interface Track {
  id: number;
  /** Units per second. */
  timescale: number;
  isAudio: boolean;
}

interface Box {
  type: string;
  start: number;
  /** Includes its header. */
  size: number;
  headerSize: number;
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
      const moov = await readBox(handle, box);
      return children(moov)
        .filter(({ type }) => type === 'trak')
        .flatMap((trak) => {
          const inner = contentOf(moov, trak);
          const [tkhd, mdhd, hdlr] = [
            find(inner, 'tkhd'),
            find(inner, 'mdia', 'mdhd'),
            find(inner, 'mdia', 'hdlr'),
          ];
          if (tkhd === null || mdhd === null || hdlr === null) return [];
          return [
            {
              // In version 1, the preceding dates are longer.
              id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
              timescale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
              isAudio: hdlr.toString('latin1', 8, 12) === 'soun',
            },
          ];
        });
    }
    return [];
  });
}

function readHeader(moof: Buffer): Pick<Fragment, 'decodeTime' | 'trackId'> {
  const [tfhd, tfdt] = [find(moof, 'traf', 'tfhd'), find(moof, 'traf', 'tfdt')];
  return {
    decodeTime:
      tfdt === null ? null : tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4),
    trackId: tfhd?.readUInt32BE(4) ?? 0,
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

/** @throws RangeError beyond the end, like all reads here */
function boxAt(bytes: Buffer, start: number): Box {
  const size = bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, start + 8);
  return size === 1
    ? { type, start, size: Number(bytes.readBigUInt64BE(start + 8)), headerSize: 16 }
    : { type, start, size, headerSize: 8 };
}

function children(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const box = boxAt(bytes, at);
    if (box.size < box.headerSize) break;
    boxes.push(box);
    at += box.size;
  }
  return boxes;
}

function contentOf(bytes: Buffer, { start, size, headerSize }: Box): Buffer {
  return bytes.subarray(start + headerSize, start + size);
}

/** @returns the content of the first box at a path */
function find(bytes: Buffer, ...types: string[]): Buffer | null {
  let content = bytes;
  for (const type of types) {
    const box = children(content).find((child) => child.type === type);
    if (box === undefined) return null;
    content = contentOf(content, box);
  }
  return content;
}
