/** A box of a file in the ISO base media format (ISO/IEC 14496-12 4.2). */
export interface Box {
  type: string;
  start: number;
  /** Includes its header. */
  size: number;
  headerSize: number;
}

/** @throws RangeError beyond the end, like all reads here */
export function boxAt(bytes: Buffer, start: number): Box {
  const size = bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, start + 8);
  return size === 1
    ? { type, start, size: Number(bytes.readBigUInt64BE(start + 8)), headerSize: 16 }
    : { type, start, size, headerSize: 8 };
}

export function children(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const box = boxAt(bytes, at);
    if (box.size < box.headerSize) break;
    boxes.push(box);
    at += box.size;
  }
  return boxes;
}

export function contentOf(bytes: Buffer, { start, size, headerSize }: Box): Buffer {
  return bytes.subarray(start + headerSize, start + size);
}

/** @returns the content of the first box at a path */
export function find(bytes: Buffer, ...types: string[]): Buffer | null {
  let content = bytes;
  for (const type of types) {
    const box = children(content).find((child) => child.type === type);
    if (box === undefined) return null;
    content = contentOf(content, box);
  }
  return content;
}

export interface Track {
  id: number;
  /** Units per second. */
  timescale: number;
  isAudio: boolean;
}

/** @param moov content of a `moov` box */
export function tracksOf(moov: Buffer): Track[] {
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

/**
 * @param moof content of a `moof` box
 * @returns start in its track's timescale; `null` if missing
 */
export function decodeTimeOf(moof: Buffer): number | null {
  const tfdt = find(moof, 'traf', 'tfdt');
  if (tfdt === null) return null;
  return tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4);
}
